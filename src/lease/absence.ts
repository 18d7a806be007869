/** Whether this agent's page is hidden away in the back-forward cache, and who waits for its return. */

/** The absences of an agent. */
export interface Absence {
  isAway(): boolean
  /** How often the page has left: what was verified before it left counts no more. */
  times(): number
  /** Resolves when the page is here. */
  here(): Promise<void>
  leave(): void
  comeBack(): void
}

/** Makes it, with the page here. */
export function createAbsence(): Absence {
  let away: { readonly here: Promise<void>; readonly end: () => void } | null = null
  let times = 0
  return {
    isAway: () => away !== null,
    times: () => times,
    here: () => away?.here ?? Promise.resolve(),
    leave() {
      if (away) return
      times++
      let end!: () => void
      const here = new Promise<void>(resolve => {
        end = resolve
      })
      away = { here, end }
    },
    comeBack() {
      away?.end()
      away = null
    },
  }
}
