// How long tests wait for what must come: a busy machine is no fault, only order and counts are promised.

/** For a whole test, or what it needs before it begins, ms. */
export const patienceMs = 300_000

/** For one state that is waited for, ms. */
export const statePatienceMs = 60_000
