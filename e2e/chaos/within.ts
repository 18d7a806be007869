/** How long may an answer of the browser take? */

/** The answer, or an error that says `late` after `ms`. */
export async function within<T>(answer: Promise<T>, ms: number, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${late} within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Looks again and again until `look` answers something else than `null`; `null` when it never did within `ms`. */
export async function lookUntil<T>(look: () => Promise<T | null>, ms: number): Promise<T | null> {
  const end = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found !== null || Date.now() > end) return found
    await pause(250)
  }
}

/** Lets some time go by. */
export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
