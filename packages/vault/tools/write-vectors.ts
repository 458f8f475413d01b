import { writeFileSync } from 'node:fs'
import { computeVectors } from '../src/vectors/compute-vectors.ts'

// A changed vector means a changed format: existing vaults would not open.
for (const [name, vectors] of Object.entries(await computeVectors())) {
  writeFileSync(new URL(`../vectors/${name}.json`, import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`)
}
