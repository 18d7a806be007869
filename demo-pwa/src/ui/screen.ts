/** What does every part of the screen get? */
import type { Session, Sessions } from '../account/session.ts'
import type { Tour } from '../tour/tour.ts'

/** A signed-in person's screen. */
export interface Screen extends Session {
  readonly sessions: Sessions
  readonly tour: Tour
}
