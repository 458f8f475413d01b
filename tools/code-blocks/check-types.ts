import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../command.ts'
import { ROOT } from '../files.ts'
import type { Block } from './read-blocks.ts'

/** In the repository, so that packages resolve; ignored by git. */
const FOLDER = join(ROOT, '.cache', 'code-blocks')
const EXTENSIONS: Readonly<Record<string, string>> = { ts: 'mts', tsx: 'tsx', js: 'mjs' }

/** Like a strict app; JavaScript is only parsed. */
const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: false,
  target: 'esnext',
  module: 'nodenext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: ['node'],
  jsx: 'preserve',
  allowImportingTsExtensions: true,
  paths: { 'countersign/testing': [join(FOLDER, 'testing.d.ts')] },
}
/** Types only: the implementation is a whole server, which takes the compiler seconds. */
const TYPES = join(ROOT, 'kit/test-server/src/test-server.ts')
const TESTING = `export type * from '${TYPES}'\nexport declare const createTestServer: import('${TYPES}').CreateTestServer`

export function isTyped({ language }: Block): boolean {
  return language in EXTENSIONS
}

/** Compiler errors of blocks, each a module, with their positions in documents. */
export async function checkTypes(blocks: readonly Block[]): Promise<readonly string[]> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const files = blocks.map(({ language, code }, index) => {
    const file = `block-${index}.${EXTENSIONS[language]}`
    writeFileSync(join(FOLDER, file), `${code}\nexport {}\n`)
    return file
  })
  writeFileSync(join(FOLDER, 'testing.d.ts'), TESTING)
  copyFileSync(join(import.meta.dirname, 'reader.d.ts'), join(FOLDER, 'reader.d.ts'))
  const project = { compilerOptions: COMPILER_OPTIONS, files: ['reader.d.ts', ...files] }
  writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(project))
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const { code, output } = await run([tsc, '--pretty', 'false', '-p', FOLDER])
  if (code === 0) return []
  // Errors in imported sources are not theirs.
  const own = output.split('\n').filter((line) => /^\S*block-\d+\.|^error/.test(line))
  return own.map((line) => line.replace(/^\S*block-(\d+)\.\w+/, (_file, index) => blocks[Number(index)]?.at ?? ''))
}
