// How is the API reference made? One page per entry of the package, as markdown for the site.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Comment, Converter, ReflectionKind } from 'typedoc'

const root = resolve(import.meta.dirname, '../..')

/** @param {string} path */
const readJson = path => /** @type {unknown} */ (JSON.parse(readFileSync(join(root, path), 'utf8')))

const manifest = /** @type {{ name: string, exports: Record<string, unknown> }} */ (
  readJson('package.json')
)
const { compilerOptions } =
  /** @type {{ compilerOptions: { paths: Record<string, string[]> } }} */ (
    readJson('tsconfig.base.json')
  )

/** Source file and name of every entry of the package that is code, in the package's order. */
const entries = new Map(
  Object.keys(manifest.exports)
    .filter(entry => !entry.endsWith('.json'))
    .map(entry => entry.replace('.', manifest.name))
    .flatMap(name => (compilerOptions.paths[name] ?? []).map(path => [join(root, path), name])),
)

/** Types that an app is handed and never has to name: they are shown where they are used. */
const intentionallyNotExported = [
  'AccountDecided',
  'AgentOptions',
  'Arming',
  'Copy',
  'Decided',
  'ExtendableEventLike',
  'FencedWrites',
  'FindShown',
  'HistoryOptions',
  'LastOutcome',
  'OperationOptions',
  'PushEventLike',
  'RecordAddress',
  'Schedule',
  'SimEnvironment',
  'StoreState',
  'TaskDefinition',
  'TaskRecord',
  'UserRecord',
  'UsersState',
  'Witness',
]

/**
 * Orders the symbols of an entry by their names; the members of each stay as they are written.
 * @param {import('typedoc').Application} app
 */
function byName(app) {
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const entry of project.children ?? [])
        for (const { children } of entry.groups ?? [])
          children.sort((a, b) => a.name.localeCompare(b.name))
    },
    -1_000,
  )
}

/**
 * Calls a module what an app imports it as, and takes what it is from the first doc comment of its file.
 * @param {import('typedoc').Application} app
 */
function asEntries(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return
    const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? []
    const file = declaration?.getSourceFile()
    const name = entries.get(file?.fileName ?? '')
    const [, text = ''] = /\/\*\* ([^]*?) \*\//.exec(file?.text ?? '') ?? []
    if (name === undefined || text === '') return
    reflection.name = name
    reflection.comment = new Comment([{ kind: 'text', text }])
  })
}

export default {
  name: 'API',
  entryPoints: [...entries.keys()],
  tsconfig: join(root, 'src', 'tsconfig.json'),
  plugin: ['typedoc-plugin-markdown', byName, asEntries],
  out: join(root, 'docs', 'api'),
  logLevel: 'Warn',
  readme: 'none',
  disableSources: true,
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  sort: ['source-order'],

  // What is exported and not documented fails the build, and so does a `{@link}` to nothing.
  validation: { notExported: true, invalidLink: true, invalidPath: true, notDocumented: true },
  treatValidationWarningsAsErrors: true,
  treatWarningsAsErrors: true,
  intentionallyNotExported,
  requiredToBeDocumented: [
    'Module',
    'Variable',
    'Function',
    'Class',
    'Interface',
    'TypeAlias',
    'Method',
    'Accessor',
  ],

  // As pages of the site.
  router: 'module',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hideGroupHeadings: true,
  sortEntryPoints: false,
  groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases', 'References'],
  useCodeBlocks: true,
  expandObjects: true,
  expandParameters: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: {
    hideModifiers: true,
    hideDefaults: true,
    hideInherited: true,
    hideSources: true,
    hideOverrides: true,
  },
  pageTitleTemplates: { index: 'API', module: '{name}' },
}
