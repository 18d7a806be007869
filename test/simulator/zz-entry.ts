import { playHistories } from './histories.ts'
const n=Number(process.argv[2]??2000)
for(let i=0;i<2;i++){const t = performance.now(); const c0=process.cpuUsage()
const c = await playHistories(1+i*n, n)
const cpu=process.cpuUsage(c0)
console.log('ms per', (performance.now()-t)/n, 'cpu', (cpu.user+cpu.system)/1000/n, 'steps', c.get('steps')!/n)}
