/** What do the tests of every engine ask of a browser? */

/** A tab. */
export interface EngineTab {
  /** Calls a function in the page, with an argument of JSON, and answers what it resolves to. */
  call<Answer, Argument = undefined>(
    work: (argument: Argument) => Answer | Promise<Answer>,
    argument?: Argument,
  ): Promise<Answer>
  /** Leaves the page for another one, as a link does. */
  goTo(url: string): Promise<void>
  /** As a person closes it. */
  close(): Promise<void>
}

/** A browser with storage of its own. */
export interface Engine {
  open(url: string): Promise<EngineTab>
  close(): Promise<void>
}
