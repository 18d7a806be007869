/** What does a refused request say in the first bytes of its body, without waiting for the rest? */
import { noteBytes } from '../model/bounds.ts'
import type { Clock } from '../port/clock.ts'

/** So long is waited for what is only said to people, ms. */
const patienceMs = 1_000

/**
 * The reason that a body gives: `detail`, `message` or `title` of a JSON object, else its text. At most
 * the first KiB is read, for at most 1 s; the rest is cancelled. Empty when it says nothing.
 */
export async function readReason(response: Response, clock: Clock): Promise<string> {
  const text = (await readStart(response, clock)).trim()
  return statedReason(text) ?? text
}

/** What has arrived when enough has, when nothing more comes, or when it took too long. */
async function readStart(response: Response, clock: Clock): Promise<string> {
  if (!response.body || response.bodyUsed) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let left = noteBytes
  // A body that stalls would hold up what its status has said already.
  const timer = clock.setTimer(patienceMs, () => void reader.cancel().catch(noop))
  try {
    while (left > 0) {
      const { value, done } = await reader.read()
      if (done) break
      text += decoder.decode(value.subarray(0, left), { stream: true })
      left -= value.byteLength
    }
  } catch {
    // The connection broke: what was read has to do.
  } finally {
    timer.cancel()
    void reader.cancel().catch(noop)
  }
  return text
}

function statedReason(text: string): string | null {
  try {
    const said = JSON.parse(text) as Readonly<Record<string, unknown>> | null
    const reason = said?.['detail'] ?? said?.['message'] ?? said?.['title']
    return typeof reason === 'string' ? reason : null
  } catch {
    return null
  }
}

function noop(): void {}
