import { measureEngine } from './measure.ts'
const engine = process.argv[2] as 'embedded'
const { countersign: c, bare: b } = await measureEngine(engine)
console.log(engine, c.flowsPerSecond, b.flowsPerSecond, (c.flowsPerSecond/b.flowsPerSecond).toFixed(3), c.cpuMicrosecondsPerFlow, JSON.stringify(c.steps))
