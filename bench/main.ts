/** What does it cost, beside the platform and what people use instead? `npm run bench [-- row …]` */
import { readFileSync, writeFileSync } from 'node:fs'
import { fillPage } from './lib/docs.ts'
import { readOptions } from './lib/options.ts'
import { runBench } from './lib/run.ts'
import { toText } from './lib/table.ts'

const page = 'docs/performance.md'

const options = readOptions(process.argv.slice(2))
if (options.writeDocs && (options.asked.length > 0 || options.small || options.firefox))
  throw new Error('--write-docs needs all rows of Chromium: leave out rows, --small and --firefox')
const result = await runBench(options, line => console.error(line))
console.log(`\n${toText(result)}`)
if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`)
if (options.writeDocs) writeFileSync(page, fillPage(readFileSync(page, 'utf8'), result))
if (result.rows.some(({ verdicts }) => verdicts.some(({ isMet }) => !isMet))) process.exitCode = 1
