/** Where and of what was all measured? */
import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import type { House } from './house.ts'
import { minuteMs } from './options.ts'

const compared = ['idb', 'dexie', 'rxjs', 'broadcast-channel', 'tab-election'] as const

/** Lines about machine, versions and rounds. */
export function describeMachine({
  browser,
  rounds,
  idleMs,
}: Pick<House, 'browser' | 'rounds' | 'idleMs'>): readonly string[] {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const load = loadavg()[0] ?? 0
  const cores = availableParallelism()
  return [
    `machine: ${cpu?.model.trim() || arch()}, ${cores} cores, ${memory}, ${platform()} ${release()}`,
    `load when it began: ${load.toFixed(1)}${load > cores / 2 ? ', so that times tell little' : ''}`,
    `browser: ${browser}, a profile on disk, pages isolated from other origins; Node.js ${process.version}`,
    `leasehold ${versionIn('package.json')}, ${compared.map(name => `${name} ${versionIn(`node_modules/${name}/package.json`)}`).join(', ')}`,
    `${rounds} rounds, interleaved; median (p95) ×median of the raw transaction of the same rounds`,
    ...(idleMs < minuteMs ? [`an idle minute lasted ${idleMs / 1_000} s`] : []),
  ]
}

function versionIn(path: string): string {
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string }).version
}
