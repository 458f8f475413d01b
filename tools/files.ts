import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** Folders whose imports are not installed here: they are linted without types. */
export const WITHOUT_TYPES = ['kit/examples/next', 'tools/pack/consumer', 'tools/site/.vitepress']

/** Paths of files in git that match, relative to the repository. */
export function listFiles(...patterns: readonly string[]): readonly string[] {
  const names = execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: ROOT, encoding: 'utf8' })
  return names.split('\0').filter(Boolean)
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
