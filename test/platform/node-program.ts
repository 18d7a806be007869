// A Node program that uses every adapter and closes none: it must end by itself, its work done.
import { systemClock } from '../../src/platform/clock.ts'
import { broadcastChannel } from '../../src/platform/channel.ts'
import { systemEnvironment } from '../../src/platform/environment.ts'
import { webLocks } from '../../src/platform/presence.ts'
import { systemRandom } from '../../src/platform/random.ts'

const log: string[] = []
process.on('uncaughtException', error => log.push(`uncaught ${error.message}`))
process.on('exit', () => console.log(JSON.stringify(log)))

systemClock().setTimer(3_600_000, () => log.push('timer'))
broadcastChannel(`program-${systemRandom().id()}`, () => log.push('message'))
void webLocks().request('a', { mode: 'exclusive' })

const environment = systemEnvironment()
environment.listen('online', () => log.push('online'))
environment.startTask(() => log.push('first'))
environment.startTask(() => {
  throw new Error('second')
})
environment.startTask(() => {
  log.push('third')
  environment.startTask(() => log.push('fourth'))
})

// Nothing is left to wait for, but for the work that is asked for now.
process.once('beforeExit', () => environment.startTask(() => log.push('last')))
