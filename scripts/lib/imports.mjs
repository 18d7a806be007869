// What a TypeScript source imports, as data.
import ts from 'typescript'

/**
 * @typedef {object} Import
 * @property {string} from the module specifier as written
 * @property {string[]} names imported names; `*` for a namespace, a dynamic import or `export *`
 * @property {number} line one-based
 */

/**
 * @param {string} fileName
 * @param {string} text
 * @returns {Import[]}
 */
export function readImports(fileName, text) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  /** @type {Import[]} */
  const found = []

  /** @param {ts.Node} at @param {ts.Node | undefined} from @param {string[]} names */
  const add = (at, from, names) => {
    if (from === undefined || !ts.isStringLiteralLike(from)) return
    const line = source.getLineAndCharacterOfPosition(at.getStart(source)).line + 1
    found.push({ from: from.text, names, line })
  }

  /** @param {ts.Node} node */
  const visit = node => {
    if (ts.isImportDeclaration(node))
      add(node, node.moduleSpecifier, clauseNames(node.importClause))
    else if (ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, exportedNames(node.exportClause))
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, [node.qualifier?.getText(source) ?? '*'])
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], ['*'])
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** @param {ts.ImportClause | undefined} clause */
function clauseNames(clause) {
  if (clause === undefined) return []
  const names = clause.name === undefined ? [] : ['default']
  const bindings = clause.namedBindings
  if (bindings === undefined) return names
  return ts.isNamespaceImport(bindings) ? [...names, '*'] : [...names, ...elementNames(bindings)]
}

/** @param {ts.NamedExportBindings | undefined} clause */
function exportedNames(clause) {
  return clause === undefined || ts.isNamespaceExport(clause) ? ['*'] : elementNames(clause)
}

/** @param {ts.NamedImports | ts.NamedExports} list */
function elementNames(list) {
  return list.elements.map(element => (element.propertyName ?? element.name).text)
}
