/** What do the pages of the bench put on `window`? Node and pages share these types. */

/** What is done once and measured, by name. */
export type Operation =
  | 'start'
  | 'join'
  | 'join-own'
  | 'renew'
  | 'commit'
  | 'commit-write'
  | 'seal'
  | 'settle'
  | 'view'
  /** A thousand triggers, one after the other. */
  | 'duplicates'

/** What the platform was asked for, so far or within a measurement. */
export interface Counts {
  /** IndexedDB transactions that may write. */
  readonly writes: number
  /** IndexedDB transactions that only read. */
  readonly reads: number
  /** Web Locks that were asked for. */
  readonly locks: number
  /** Messages on a BroadcastChannel or a port. */
  readonly messages: number
  /** Timers and frames that were asked for. */
  readonly timers: number
  /** Of them, those that fired. */
  readonly fired: number
}

/** One measurement. */
export interface Sample {
  readonly ms: number
  readonly counts: Counts
}

/** The measurements of several subjects, round by round. */
export type Samples = Readonly<Record<string, readonly Sample[]>>

/** What `rounds` is told. */
export interface RoundsOptions {
  readonly operation: Operation
  /** A column, or one of its variants: `idb`, `idb@keys-10000`. */
  readonly subjects: readonly string[]
  readonly rounds: number
  /** Rounds before them that do not count. */
  readonly warmUp: number
  /** How long each round waits before its first measurement, ms. */
  readonly restMs?: number
}

/** The page that does the work of every column. */
export interface BenchPage {
  /** Opens what these subjects need; each once. */
  prepare(subjects: readonly string[]): Promise<void>
  /** Measures an operation: A B C, B A C, C A B, … */
  rounds(options: RoundsOptions): Promise<Samples>
  /** How far the clocks of `others` other tabs are from this one's is asked, before `view` is measured here. */
  meet(others: number): Promise<void>
  /** Tells other tabs when views of these subjects change here. */
  witness(subjects: readonly string[]): void
  /** This tab begins the work of a subject and stays in it; resolves when its function was called. */
  lead(subject: string): Promise<void>
  /** This tab waits to go on with it; resolves when it knows of the leader. */
  follow(subject: string): Promise<void>
  /** When this tab's function was called as a follower, epoch ms; 0 when it was not. */
  calledAt(subject: string): number
  /** Ends leading and following. */
  leave(subject: string): Promise<void>
  /** Watches `count` keys, with nothing armed. */
  watchMany(subject: string, from: number, to: number): Promise<void>
  /** Defines their tasks, where that was not done yet. */
  defineMany(subject: string, from: number, to: number): Promise<void>
  /** Writes rows that lie around the ones that are measured. */
  fill(subject: string, amount: { readonly keys: number; readonly history: number }): Promise<void>
  counts(): Counts
}

/** How long a page took to have a library at work, ms. */
export interface StartUp {
  /** Transactions that may write, in all. */
  readonly writes: number
  readonly import: number
  readonly open: number
  /** Since the open; `null` where there is no view. */
  readonly view: number | null
}

declare global {
  interface Window {
    readonly bench: BenchPage
    readonly startUp: Promise<StartUp>
  }
}
