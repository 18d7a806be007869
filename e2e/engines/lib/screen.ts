/** A screen for a browser that has no headless mode: the person's own, else one that nobody sees. */
import type { Readable } from 'node:stream'
import { startProgram } from './program.ts'

/** Where windows are shown. */
export interface Screen {
  /** As `DISPLAY` names it. */
  readonly display: string
  close(): Promise<void>
}

/** The display of the environment, or a new Xvfb on a free one. */
export async function openScreen(): Promise<Screen> {
  const present = process.env['DISPLAY']
  if (present) return { display: present, close: () => Promise.resolve() }
  const xvfb = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24'])
  const number = await new Promise<string>((resolve, reject) => {
    xvfb.child.once('error', reject)
    xvfb.child.once('exit', code => reject(new Error(`Xvfb ended with ${code}`)))
    ;(xvfb.child.stdio[3] as Readable).once('data', data => resolve(String(data).trim()))
  })
  return { display: `:${number}`, close: () => xvfb.end() }
}
