/** How do the measured numbers get into the documentation? */
import { toMarkdown } from './table.ts'
import type { Result } from './result.ts'

const place = /(<!-- measured:bench -->\n)[^]*?(\n<!-- \/measured -->)/

/** The page with the tables of `result` in the place for them. Throws where there is none. */
export function fillPage(page: string, result: Result): string {
  if (!place.test(page))
    throw new Error('the page has no place <!-- measured:bench --> … <!-- /measured -->')
  return page.replace(
    place,
    (_, before: string, after: string) => `${before}${toMarkdown(result)}${after}`,
  )
}
