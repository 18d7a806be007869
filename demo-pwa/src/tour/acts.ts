/** What do the buttons of the tour do? */
import type { TaskView } from 'leasehold'
import { filter, firstValueFrom, take } from 'rxjs'
import { accounts } from '../account/remembered.ts'
import { changeTrouble, resetServer } from '../server/desk.ts'
import { crashTab, standStill } from '../ui/crash.ts'
import type { Screen } from '../ui/screen.ts'
import type { LastWords } from './witness.ts'

/** How long each answer of the server takes, ms: six pages make a sync of some seconds. */
const slowMs = 600
const hourMs = 3_600_000

/** The acts of a signed-in person; each rejects with words for people. */
export interface TourActs {
  openTab(): Promise<void>
  slowSync(): Promise<void>
  crash(): Promise<void>
  freeze(): Promise<void>
  edit(): Promise<void>
  toggleNetwork(): Promise<void>
  toggleClock(): Promise<void>
  switchAccount(): Promise<void>
  /** As before the first step. */
  beginAgain(): Promise<void>
}

/** Nothing runs, as far as is known. */
export function isAtRest({ status, running }: TaskView): boolean {
  return status !== 'loading' && running === null
}

function isAskedFor({ running }: TaskView): boolean {
  return running?.source === 'manual'
}

/** Makes them. */
export function createTourActs(screen: Screen): TourActs {
  const { account, sync, tour, edits, sessions } = screen
  const { registry, tasks, network, clock, ttlMs } = sync

  /** All is pulled again, slowly; edits that were not sent stay. What somebody asked for already is joined as it is. */
  async function slowSync(): Promise<void> {
    if (network.isOffline.value) throw new Error('Bring the network back first.')
    // A sync that began by itself would be joined, and be over before anybody has looked.
    const { running } = await firstValueFrom(
      registry.watch(tasks.courses).pipe(filter(view => isAtRest(view) || isAskedFor(view))),
    )
    if (running === null) {
      await changeTrouble(account, { delayMs: slowMs })
      await resetServer()
    }
    await registry.trigger(tasks.courses)
  }

  /** When more rows than that were pulled, or nothing runs any more. */
  function pulled(rows: number): Promise<TaskView> {
    return firstValueFrom(
      registry.watch(tasks.courses).pipe(
        filter(({ running }) => running === null || (running.progress?.done ?? 0) > rows),
        take(1),
      ),
    )
  }

  /** In the middle of a slow sync of this tab. */
  async function doInTheMiddle(how: LastWords['how'], work: () => void): Promise<void> {
    if ((await tour.tabs()) < 2)
      throw new Error('Open a second tab first: nobody else would go on.')
    await slowSync()
    const { running } = await pulled(10)
    if (running === null) throw new Error('It does not run: see why above, and press again.')
    if (!running.owner.here) throw new Error('The other tab was faster. Press again.')
    const { runId, owner, takeovers } = running
    tour.say({ how, runId, agent: owner.agent, takeovers })
    // What is stored reaches the other processes some time after; they must have it before this one is gone.
    await pulled(running.progress?.done ?? 0)
    work()
  }

  return {
    async openTab() {
      const size = `width=${Math.min(innerWidth, 720)},height=${innerHeight}`
      window.open(location.href, '_blank', `popup,noopener,${size}`)
    },
    slowSync,
    async crash() {
      await doInTheMiddle('crash', crashTab)
      throw new Error('This browser survived it: end the process of this tab by hand.')
    },
    // Long enough for the others to find the lease run out, on a busy machine too.
    freeze: () => doInTheMiddle('freeze', () => standStill(Math.max(3 * ttlMs, 10_000))),
    async edit() {
      const all = await sync.database.courses.where({ account }).toArray()
      const course = all.find(({ done }) => !done)
      if (course) await edits.putCourse({ ...course, done: true })
    },
    async toggleNetwork() {
      network.setOffline(!network.isOffline.value)
    },
    async toggleClock() {
      clock.offsetMs.next(clock.offsetMs.value === 0 ? hourMs : 0)
    },
    async switchAccount() {
      const other = accounts.find(each => each !== account)
      if (other) await sessions.enter(other)
    },
    async beginAgain() {
      tour.forget()
      network.setOffline(false)
      clock.offsetMs.next(0)
      await changeTrouble(account, { delayMs: 0 })
    },
  }
}
