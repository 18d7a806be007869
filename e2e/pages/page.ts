/** A registry on `window`, with tasks that tests drive. The address says `?rows=fenced`: with the registry in the app's database. */
import { appIdbStore } from 'leasehold/idb'
import { defineFencedParts, defineParts } from './parts.ts'
import { allRows, openApp } from './rows.ts'
import { createTestPage } from './test-page.ts'

const asked = new URLSearchParams(location.search)
const tests =
  asked.get('rows') === 'fenced'
    ? createTestPage({
        asked,
        defineParts: defineFencedParts,
        rows: allRows,
        store: appIdbStore(openApp),
      })
    : createTestPage({ asked, defineParts, rows: allRows })
Object.assign(window, { tests })
