/** The same registry in an app's Dexie database. The address says `?schema=` of it, and `?app=` what this one does when another tab upgrades it: `holds` keeps its connection, `closes` gives it up for good. */
import { Dexie, type Table } from 'dexie'
import { defineTask, dexieStore, leaseholdTables } from 'leasehold/dexie'
import { common, cursor, fetchParts } from './parts.ts'
import { createTestPage } from './test-page.ts'
import type { Row } from './window.ts'

const asked = new URLSearchParams(location.search)
const app = new Dexie('dexie-app') as Dexie & { readonly rows: Table<Row, number> }
app.version(1).stores({ rows: 'part', ...leaseholdTables })
if (asked.get('schema') === '2') {
  app
    .version(2)
    .stores({ rows: 'part, by', notes: '++id' })
    .upgrade(upgrade => upgrade.table('notes').add({ text: 'upgraded' }))
}
const kind = asked.get('app')
if (kind === 'holds' || kind === 'closes') {
  app.on('versionchange', () => {
    if (kind === 'closes') app.close()
    return false
  })
}

const tests = createTestPage({
  asked,
  defineParts: deps =>
    defineTask({
      ...common,
      version: deps.version,
      tables: ['rows'],
      stages: stage => ({
        fetching: stage(
          run =>
            fetchParts(deps, run.cursor, row =>
              run.commit(row.part, { write: () => app.rows.put(row) }),
            ),
          { cursor },
        ),
      }),
    }),
  rows: () => app.rows.toArray(),
  store: dexieStore(app),
})
Object.assign(window, { tests })
