// Import cycles between files. Pure: a graph in, the cycles out.

/**
 * Every cycle that a depth-first walk closes, each as the list of its files in import order.
 * @param {ReadonlyMap<string, readonly string[]>} graph file to the files it imports
 * @returns {string[][]}
 */
export function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = []
  const done = new Set()
  /** @type {string[]} */
  const path = []

  /** @param {string} file */
  const visit = file => {
    const start = path.indexOf(file)
    if (start >= 0) {
      cycles.push(path.slice(start))
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
