/** What is stored of a user? */

/** Sign-in state of one user. */
export interface UserRecord {
  readonly userId: string
  readonly version: number
  /** Raised by sign-out only; what belongs to an older one is signed out. */
  readonly epoch: number
  readonly signedIn: boolean
  /** When signed-out last became signed-in: the floor of all schedules. */
  readonly signedInAt: number
  /** When a sign-in last ended an `auth` wait. */
  readonly freshAt: number
}
