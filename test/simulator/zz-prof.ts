import { planHistory } from './actions.ts'
import { play } from './play.ts'
const t0=performance.now(); let steps=0
for (let seed=1; seed<=Number(process.env.N); seed++) { try { const r = await play(planHistory(seed)); steps+=r.steps } catch (e) { console.log(e.message.split('\n')[0]) } }
console.log(steps, performance.now()-t0)
console.log(process.cpuUsage())
