import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OLDEST_NODE } from 'countersign/oldest-node'
import { FRAMEWORKS } from 'create-countersign'
import { listFiles, ROOT } from '../files.ts'
import { commonFields, readManifest } from './repository.ts'

const SOURCE = 'packages/create-countersign'

/** Adds to the compiled `create-countersign` the examples that its apps are copies of. */
export function buildCreator(to: string): string {
  const folder = join(to, 'create-countersign')
  renameSync(join(folder, 'src'), join(folder, 'dist'))
  const examples = Array.from(FRAMEWORKS.values(), ({ example }) => `examples/${example}`)
  // Only what is in Git: no build, and no secrets of the demo.
  for (const file of listFiles(...examples)) copy(file, join(folder, file))
  for (const file of ['template', 'README.md'])
    cpSync(join(ROOT, SOURCE, file), join(folder, file), { recursive: true })
  const manifest = {
    ...commonFields(SOURCE),
    engines: { node: `>=${OLDEST_NODE}` },
    bin: { 'create-countersign': 'dist/main.js' },
    exports: { './package.json': './package.json' },
    files: ['dist', 'examples', 'template'],
    dependencies: readManifest(SOURCE).dependencies,
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2))
  return folder
}

function copy(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(join(ROOT, file), to)
}
