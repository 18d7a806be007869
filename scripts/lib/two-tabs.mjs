// What two tabs of an app show of one press.
import { preview } from 'vite'

/**
 * Serves a built app and opens it twice. Answers what went wrong, or null: signing in starts a run; when it
 * is over, a press in the first tab is told of by the second one.
 * @param {import('playwright').Browser} browser
 * @param {string} root
 * @returns {Promise<string | null>}
 */
export async function pressInOneOfTwo(browser, root) {
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'silent',
    preview: { port: 0, host: '127.0.0.1' },
  })
  const context = await browser.newContext()
  /** @type {string[]} */
  const errors = []
  const open = async () => {
    const page = await context.newPage()
    page.on('pageerror', error => errors.push(String(error)))
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    return page
  }
  try {
    const first = await open()
    const button = first.getByRole('button').first()
    await first.getByText('Already syncing').waitFor()
    const second = await open()
    for (const page of [first, second]) await page.getByText('Sync now').waitFor()
    await Promise.all([second.getByText('Already syncing').waitFor(), button.click()])
    await second.getByText('Sync now').waitFor()
  } catch (error) {
    errors.push(String(error))
  } finally {
    await context.close()
    await server.close()
  }
  return errors.length === 0 ? null : errors.join('\n')
}
