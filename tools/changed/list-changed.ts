import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../command.ts'
import { ROOT } from '../files.ts'

/** Files that this branch and the working tree change, new ones included, gone ones not. @throws Error without a main branch */
export async function listChanged(): Promise<readonly string[]> {
  const base = (await git('merge-base', 'HEAD', 'origin/main')) ?? (await git('merge-base', 'HEAD', 'main'))
  if (base === undefined) throw new Error('There is neither origin/main nor main to compare with.')
  const changed = await git('diff', '--name-only', base.trim())
  const added = await git('ls-files', '--others', '--exclude-standard')
  const names = new Set(`${changed}\n${added}`.split('\n').filter(Boolean))
  return [...names].filter((file) => existsSync(join(ROOT, file))).toSorted()
}

async function git(...parameters: readonly string[]): Promise<string | undefined> {
  const { code, output } = await run(['git', '-C', ROOT, ...parameters])
  return code === 0 ? output : undefined
}
