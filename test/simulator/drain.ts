/** How the worlds of these tests wait for promise reactions: one turn of Node's loop. */
export const drain = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
