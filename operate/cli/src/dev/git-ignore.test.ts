import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { beforeEach, expect, test } from 'vitest'
import { findCommittable, makeIgnoredDirectory } from './git-ignore.ts'

const folder = temporaryFolder()
let project: string

beforeEach(() => {
  project = mkdtempSync(join(folder, 'git ignore-'))
})

function git(...parameters: readonly string[]): void {
  execFileSync('git', parameters, { cwd: project })
}

test('git commits nothing of a data directory that was made in a project without .gitignore', async () => {
  git('init', '--quiet')
  const data = join(project, 'deep/.countersign')
  makeIgnoredDirectory(data)
  const [secrets, env] = [join(data, 'secrets.json'), join(project, '.env')]
  for (const file of [secrets, env]) writeFileSync(file, 'secret')
  expect(await findCommittable([secrets, env])).toEqual([env])
  git('add', '.')
  expect(execFileSync('git', ['ls-files'], { cwd: project, encoding: 'utf8' })).toBe('.env\n')
})

test('a file in .gitignore is reported only if git tracks it already', async () => {
  git('init', '--quiet')
  const env = join(project, '.env')
  writeFileSync(env, 'secret')
  writeFileSync(join(project, '.gitignore'), '.env\n')
  expect(await findCommittable([env])).toEqual([])
  git('add', '--force', '.env')
  expect(await findCommittable([env])).toEqual([env])
})

test('git ignores: an existing directory keeps its own .gitignore', () => {
  mkdirSync(join(project, 'data'))
  makeIgnoredDirectory(join(project, 'data'))
  expect(readdirSync(join(project, 'data'))).toEqual([])
})

test('git ignores: reports nothing outside a repository', async () => {
  writeFileSync(join(project, '.env'), 'secret')
  expect(await findCommittable([join(project, '.env'), join(project, 'nowhere/.env')])).toEqual([])
})
