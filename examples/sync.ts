/** What all examples sync: the notes of a server, in five pages. */
import { createTaskRegistry, defineTask, type } from 'leasehold'
import { fetchFor } from 'leasehold/fetch'
import { foreground } from 'leasehold/triggers'

const pages = 5

/** Stands for a database. */
const notes = new Map<number, readonly string[]>()

export const noteSync = defineTask({
  scope: 'note_sync',
  triggers: [foreground()],
  stages: stage => ({
    pulling: stage(
      async run => {
        const ask = fetchFor(run)
        for (let page = (run.cursor ?? 0) + 1; page <= pages; page++) {
          const response = await ask(`/notes/${page}.json`, { cache: 'no-store' })
          notes.set(page, (await response.json()) as string[])
          run.progress({ done: page, total: pages })
          await run.commit(page)
        }
      },
      { cursor: type<number>() },
    ),
  }),
})

export const registry = createTaskRegistry({ name: 'examples', tasks: [noteSync] })
