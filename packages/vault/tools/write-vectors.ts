import { writeFileSync } from 'node:fs'
import { computeVectors } from '../src/vectors/compute-vectors.ts'

// Writes the committed vectors anew. A change in them is a change of the format: existing vaults would not open.
for (const [name, vectors] of Object.entries(await computeVectors())) {
  writeFileSync(new URL(`../vectors/${name}.json`, import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`)
}
