/** What stages of the tests wait for. */

/** Stages wait at it until it is released. */
export interface StageGate {
  open(): Promise<void>
  release(): void
}

/** Makes one that is closed; what it is released for stays released. */
export function createStageGate(): StageGate {
  let release: () => void = () => undefined
  const opened = new Promise<void>(resolve => {
    release = resolve
  })
  return { open: () => opened, release }
}
