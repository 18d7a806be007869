/** How are the tests of a file titled? */
import ts from 'typescript'

/** The first argument of each `test`, `describe` and `test.step` that is not left out, tables of cases included, as it is written there. */
export function titlesOf(source: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [title] = node.arguments
      const callee = node.expression.getText()
      const isTest = /^(?:test|describe)\b/.test(callee) && !/^\w+\.(?:skip|todo)\b/.test(callee)
      if (isTest && title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        found.push(title.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true))
  return found
}
