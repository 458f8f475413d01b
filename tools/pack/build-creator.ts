import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { OLDEST_NODE } from 'countersign/oldest-node'
import { FRAMEWORKS } from 'create-countersign'
import { listFiles, ROOT } from '../files.ts'
import { commonFields, readManifest } from './repository.ts'

const SOURCE = 'kit/create-countersign'
const EXAMPLES = 'kit/examples'

/** Adds to the compiled `create-countersign` the examples that its apps are copies of. */
export function buildCreator(to: string): string {
  const folder = join(to, SOURCE)
  renameSync(join(folder, 'src'), join(folder, 'dist'))
  const examples = Array.from(FRAMEWORKS.values(), ({ example }) => `${EXAMPLES}/${example}`)
  // Only what is in Git: no build, and no secrets of the demo.
  for (const file of listFiles(...examples)) copy(file, join(folder, 'examples', relative(EXAMPLES, file)))
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
  if (basename(file) !== 'package.json') return cpSync(join(ROOT, file), to)
  // Our tools read it there; in a package it would mean nothing.
  const { exports: _ignored, ...manifest } = readManifest(dirname(file))
  writeFileSync(to, JSON.stringify(manifest, undefined, 2))
}
