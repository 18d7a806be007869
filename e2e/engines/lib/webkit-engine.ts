/** The system's WebKitGTK, driven by its own WebDriver. */
import type { Engine, EngineTab } from './engine.ts'
import { freePort } from '../../lib/free-port.ts'
import { startProgram } from './program.ts'
import { openScreen } from './screen.ts'
import { startSession } from './webdriver.ts'

/** What a call in the page came to. */
type Outcome = { readonly answer: unknown } | { readonly error: string }

/** Starts the driver at `path`, and with it a browser. */
export async function startWebkit(path: string): Promise<Engine> {
  const screen = await openScreen()
  const port = await freePort()
  const driver = startProgram(path, [`--port=${port}`], { DISPLAY: screen.display })
  const session = await startSession(`http://127.0.0.1:${port}`)

  // What a window is made with may count as loaded, and be answered for, before what it is sent to.
  async function goTo(window: string, to: string): Promise<void> {
    await session.goTo(window, to)
    while (!(await session.execute(window, hasLoaded, [new URL(to).href])));
  }

  return {
    async open(url): Promise<EngineTab> {
      const window = await session.newWindow()
      await goTo(window, url)
      return {
        async call(work, argument) {
          const outcome = (await session.execute(window, bodyOf(work), [
            argument ?? null,
          ])) as Outcome
          if ('error' in outcome) throw new Error(outcome.error)
          return outcome.answer as never
        },
        goTo: to => goTo(window, to),
        close: () => session.closeWindow(window),
      }
    },
    async close() {
      await session.end().catch(() => undefined)
      await driver.end()
      await screen.close()
    },
  }
}

const hasLoaded =
  'const [to, done] = arguments; done(location.href === to && document.readyState === "complete")'

/** The text of a function as the body that the protocol wants. */
function bodyOf(work: (...args: never) => unknown): string {
  return `const done = arguments[arguments.length - 1];
    new Promise(resolve => resolve((${String(work)})(arguments[0])))
      .then(answer => done({ answer: answer ?? null }), error => done({ error: String(error) }))`
}
