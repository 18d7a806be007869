// `npm run check [-- step …]`: every question about the code that needs no test run, in turn.
import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'

/** TypeScript projects; the linter finds the same files by folder. */
const projects = ['src', 'test', 'e2e', 'bench', 'demo-pwa', 'demo-pwa/server', 'examples', '.']

/** @type {{ name: string, commands: string[][] }[]} */
const steps = [
  { name: 'format', commands: [['biome', 'format', '.']] },
  {
    name: 'lint',
    commands: [
      [
        'oxlint',
        '--type-aware',
        '--type-check',
        '--deny-warnings',
        '--report-unused-disable-directives',
      ],
    ],
  },
  { name: 'types', commands: projects.map(project => ['tsc', '-p', project]) },
  { name: 'layers', commands: [['node', 'scripts/check-layers.mjs']] },
  { name: 'dead-code', commands: [['knip']] },
  { name: 'addresses', commands: [['node', 'scripts/check-addresses.mjs']] },
  { name: 'build', commands: [['tsdown', '--logLevel', 'warn']] },
  {
    name: 'package',
    commands: [
      ['publint', '--strict'],
      ['attw', '--pack', '.', '--profile', 'esm-only', '--format', 'table-flipped', '--no-summary'],
      ['node', 'scripts/check-package.mjs'],
    ],
  },
  { name: 'size', commands: [['size-limit']] },
  { name: 'docs', commands: [['node', 'scripts/check-docs.mjs']] },
]

await ensureInstalled()
const asked = process.argv.slice(2)
const unknown = asked.filter(name => !steps.some(step => step.name === name))
if (unknown.length > 0) {
  console.error(`No step is named ${unknown.join(' or ')}: ${steps.map(s => s.name).join(', ')}.`)
  process.exit(1)
}

for (const step of steps.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  console.log(`\n— ${step.name} —`)
  const startedAt = performance.now()
  for (const [command = '', ...args] of step.commands) {
    const code = await run(command, args)
    if (code !== 0) {
      console.error(`\n✗ ${step.name}: \`${[command, ...args].join(' ')}\` ended with ${code}`)
      process.exit(1)
    }
  }
  console.log(`✓ ${step.name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}
