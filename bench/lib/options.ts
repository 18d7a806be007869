/** What does the command line ask for? */

/** What `npm run bench` does. */
export interface BenchOptions {
  /** Names of rows or of questions; empty: all. */
  readonly asked: readonly string[]
  readonly firefox: boolean
  /** `null`: `defaultRounds`, and fewer of what takes long. */
  readonly rounds: number | null
  /** How long an idle minute lasts, ms. */
  readonly idleMs: number
  /** As many tabs, keys, rows and triggers as show that it works, not as many as are measured. */
  readonly small: boolean
  readonly json: string | null
  readonly writeDocs: boolean
}

/** How the command is called, for whoever called it otherwise. */
const usage =
  'npm run bench [-- row …] [--firefox] [--rounds N] [--idle MS] [--small] [--json file] [--write-docs]'

/** Of each row that has no number of its own. */
export const defaultRounds = 200
/** What an idle minute takes when nobody says otherwise, ms. */
export const minuteMs = 60_000

/** Reads the arguments; throws with `usage` when they say something else. */
export function readOptions(args: readonly string[]): BenchOptions {
  const asked: string[] = []
  const flags = new Set<string>()
  const values = new Map<string, string>()
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? ''
    if (['--firefox', '--small', '--write-docs'].includes(arg)) flags.add(arg)
    else if (['--rounds', '--idle', '--json'].includes(arg)) {
      i += 1
      const value = args[i] ?? ''
      values.set(
        arg,
        value === '' || value.startsWith('--') ? fail(`${arg} lacks its value`) : value,
      )
    } else if (arg.startsWith('-')) fail(`there is no option ${arg}`)
    else asked.push(arg)
  }
  return {
    asked,
    firefox: flags.has('--firefox'),
    rounds: positive('--rounds', values.get('--rounds')),
    idleMs: positive('--idle', values.get('--idle')) ?? minuteMs,
    small: flags.has('--small'),
    json: values.get('--json') ?? null,
    writeDocs: flags.has('--write-docs'),
  }
}

/** The whole number from 1 on that `text` says; `null` without one. Throws with how the command is called. */
export function positive(
  name: string,
  text: string | undefined,
  call: string = usage,
): number | null {
  if (text === undefined) return null
  return /^[1-9]\d*$/.test(text)
    ? Number(text)
    : fail(`${name} must be a whole number from 1 on, found ${text}`, call)
}

function fail(problem: string, call: string = usage): never {
  throw new Error(`${problem}: ${call}`)
}
