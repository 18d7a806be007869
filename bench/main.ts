/** What does it cost, beside the platform and what people use instead? `npm run bench [-- row …]` */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { removeFoldersAtSignals } from '../e2e/lib/folder.ts'
import { fillPage } from './lib/docs.ts'
import { minuteMs, readOptions } from './lib/options.ts'
import { runBench } from './lib/run.ts'
import { toText } from './lib/table.ts'

const page = 'docs/performance.md'

const options = readOptions(process.argv.slice(2))
const isWhole = options.asked.length === 0 && options.idleMs >= minuteMs && !options.small
if (options.writeDocs && (!isWhole || options.firefox))
  throw new Error(
    '--write-docs needs all rows of Chromium: leave out rows, --small, --firefox and a short --idle',
  )
// Found out now, not after an hour of measuring.
if (options.json !== null) appendFileSync(options.json, '')
removeFoldersAtSignals()
const result = await runBench(options, line => console.error(line))
console.log(`\n${toText(result)}`)
if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`)
if (options.writeDocs) writeFileSync(page, fillPage(readFileSync(page, 'utf8'), result))
if (result.rows.some(({ verdicts }) => verdicts.some(({ isMet }) => !isMet))) process.exitCode = 1
