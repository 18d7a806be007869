/** What does a page with sync buttons put on `window`: one in every state, and one of a registry at work? */
import { createTaskRegistry, defineTask, type TaskView } from 'leasehold'
import { defineSyncButton, type SyncButtonElement, type SyncRegistry } from 'leasehold/element'
import { BehaviorSubject } from 'rxjs'
import { states } from '../../test/element/states.ts'
import type { ElementPage } from './window.ts'

/** A registry that shows one view, until it is told another one. */
function showing(views: BehaviorSubject<TaskView>): SyncRegistry {
  const settled = { cancelled: false, reason: 'not-running' } as const
  return {
    watch: () => views,
    trigger: () =>
      Promise.resolve({
        decision: 'joined',
        stored: true,
        view: views.value,
        done: new Promise(() => undefined),
      }),
    cancel: () => Promise.resolve(settled),
    resume: () => Promise.resolve(),
  }
}

/** The run goes on until a page says that it may end. */
const gated = defineTask({
  scope: 'gated',
  minIntervalMs: 0,
  stages: stage => ({
    pulling: stage(async run => {
      const channel = new BroadcastChannel('element-release')
      await new Promise<void>((resolve, reject) => {
        channel.addEventListener('message', () => resolve())
        run.signal.addEventListener('abort', () => reject(run.signal.reason as Error))
      }).finally(() => channel.close())
    }),
  }),
})

function add(title: string, element: SyncButtonElement): void {
  const section = document.createElement('section')
  const heading = document.createElement('h2')
  heading.textContent = title
  section.append(heading, element)
  document.querySelector('main')?.append(section)
}

const create = (): SyncButtonElement => document.createElement('leasehold-sync-button')

const page: ElementPage = {
  showAll() {
    defineSyncButton()
    for (const [title, view] of Object.entries(states)) {
      const element = create()
      element.id = title.replaceAll(/\W+/g, '-')
      element.detailed = title === 'long texts'
      element.registry = showing(new BehaviorSubject(view))
      element.task = 'ada|course_sync'
      add(title, element)
    }
  },
  async work() {
    defineSyncButton()
    const registry = createTaskRegistry({ name: 'element', tasks: [gated] })
    const element = create()
    element.registry = registry
    element.task = gated
    add('gated', element)
    await registry.signIn('ada')
  },
  release() {
    const speaker = new BroadcastChannel('element-release')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have none
    speaker.postMessage('release')
    speaker.close()
  },
}
Object.assign(window, { element: page })
