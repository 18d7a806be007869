// Does the server of docs/recovery.md apply an edit once, and refuse whoever lost the key?
import { PGlite } from '@electric-sql/pglite'
import { expect, onTestFinished, test } from 'vitest'
import { codeBlocks, readPage, type CodeBlock } from './pages.ts'
import { createOrigin } from './recipes/origin.ts'
import { runInTab } from './run-in-tab.ts'

interface Declared {
  receive(request: Request): Promise<Response>
}

const code = codeBlocks(readPage('docs/recovery.md')).find(({ code: text }) =>
  text.includes('function receive('),
) as CodeBlock

async function openServer() {
  const pg = await PGlite.create()
  onTestFinished(() => pg.close())
  await pg.exec(`
    create table fences (account text, store text, key text, highest bigint, primary key (account, store, key));
    create table answers (account text, key text, body text, primary key (account, key))
  `)
  const applied: unknown[] = []
  type Transaction = { query(sql: string, values: unknown[]): Promise<readonly unknown[]> }
  const names = {
    account: 'ada',
    apply(_tx: Transaction, edit: unknown) {
      applied.push(edit)
      return Promise.resolve(`applied ${applied.length}`)
    },
    database: {
      transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
        pg.transaction(tx =>
          work({ query: async (sql, values) => (await tx.query(sql, values)).rows }),
        ),
    },
  }
  const { handedOut } = await runInTab<Declared>(code, { origin: createOrigin('memory'), names }, [
    'receive',
  ])
  async function send(part: string, fence: number): Promise<readonly [number, string]> {
    const headers = {
      'Idempotency-Key': part,
      'Leasehold-Store': 's1',
      'Leasehold-Key': 'ada|sync',
      'Leasehold-Fence': String(fence),
    }
    const request = new Request('https://app.example', { method: 'POST', body: '{}', headers })
    const response = await handedOut.receive(request)
    return [response.status, await response.text()]
  }
  return { applied, send }
}

test('an edit that is sent again gets its first answer, an older owner is refused', async () => {
  const { applied, send } = await openServer()
  expect(await send('e1', 5)).toEqual([200, 'applied 1'])
  expect(await send('e1', 6)).toEqual([200, 'applied 1'])
  expect(await send('e2', 6)).toEqual([200, 'applied 2'])
  expect(await send('e3', 5)).toEqual([412, ''])
  expect(applied).toHaveLength(2)
})
