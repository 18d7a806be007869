/** What is whoever told that still asks for something after `close()`? */
import { RegistryError } from '../model/error.ts'

/** Makes the error of a registry that is closed. */
export function closedError(): RegistryError {
  return new RegistryError(
    'closed',
    'the registry is closed: make a new one with createTaskRegistry().',
  )
}
