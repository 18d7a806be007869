// Do the lock file and all files of the repository stay free of download addresses?
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findAddresses } from './lib/addresses.mjs'

const paths = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter(path => path !== '' && existsSync(path))

const problems = paths.flatMap(path => findAddresses(path, readFileSync(path, 'utf8')))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${paths.length} files without download addresses`)
