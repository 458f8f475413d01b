/** `npm run bench`: whole flows under load, on each database, next to the least that any server could do. */
import { ENGINES, type Engine } from '@countersign/testing'
import { type EngineResult, measureEngine } from './measure.ts'
import { writeReport } from './report.ts'

const results: (readonly [Engine, EngineResult])[] = []
for (const engine of ENGINES) {
  console.log(`Measuring on ${engine} (about 20 seconds) …`)
  results.push([engine, await measureEngine(engine)])
}
console.log(`\n${writeReport(results)}`)
