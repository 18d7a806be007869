// Where a source reads the clock through `new Date()` or `Date()`, which the linter cannot name.
import ts from 'typescript'

/**
 * @param {string} fileName
 * @param {string} text
 * @returns {number[]} one-based lines
 */
export function findClockReads(fileName, text) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  /** @type {number[]} */
  const lines = []

  /** @param {ts.Node} node */
  const visit = node => {
    if (readsClock(node)) {
      lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lines
}

/** @param {ts.Node} node */
function readsClock(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'Date') return false
  return ts.isCallExpression(node) || (node.arguments ?? []).length === 0
}
