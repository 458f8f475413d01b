import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readText } from './files.ts'

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(readText('package.json'))

test.each([
  ['hands a compile cache', {}, join(ROOT, 'node_modules/.cache/node-compile-cache')],
  ["keeps the caller's compile cache", { NODE_COMPILE_CACHE: '/nowhere' }, '/nowhere'],
])('run: %s to the program', (_case, given, expected) => {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const parameters = [join(ROOT, 'tools/run.mjs'), '--print', 'process.env.NODE_COMPILE_CACHE']
  expect(execFileSync(process.execPath, parameters, { env: { ...env, ...given }, encoding: 'utf8' }).trim()).toBe(
    expected,
  )
})

test.each(['start', 'bench'])('run: npm run %s gives Node the flags of the published program', (name) => {
  const [, flags = ''] = /^#!\/usr\/bin\/env -S node (--.+)/.exec(readText('cli/src/main.ts')) ?? []
  expect(flags).toMatch(/^--/)
  expect(scripts[name]).toContain(`tools/run.mjs ${flags} `)
})
