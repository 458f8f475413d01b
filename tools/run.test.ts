import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readText } from './files.ts'

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(readText('package.json'))

const MEMORY = /NODE_OPTIONS=(--\S+) MALLOC_ARENA_MAX=(\d) MALLOC_MMAP_THRESHOLD_=(\d+)/
const [, flags, arenas, threshold] = MEMORY.exec(readText('deploy/Dockerfile')) ?? []

test.each([
  ['NODE_COMPILE_CACHE', {}, join(ROOT, 'node_modules/.cache/node-compile-cache')],
  ['NODE_COMPILE_CACHE', { NODE_COMPILE_CACHE: '/nowhere' }, '/nowhere'],
  ['MALLOC_ARENA_MAX', {}, arenas],
  ['MALLOC_MMAP_THRESHOLD_', {}, threshold],
  ['NO_PROXY', { no_proxy: 'intern.example' }, 'intern.example,localhost,127.0.0.1,::1'],
])('run: gives the program %s, where the environment is %j', (name, given, expected) => {
  const { NODE_COMPILE_CACHE: _cache, MALLOC_ARENA_MAX: _arenas, MALLOC_MMAP_THRESHOLD_: _large, ...env } = process.env
  const parameters = [join(ROOT, 'tools/run.mjs'), '--print', `process.env.${name}`]
  expect(execFileSync(process.execPath, parameters, { env: { ...env, ...given }, encoding: 'utf8' }).trim()).toBe(
    expected,
  )
})

test.each(['start', 'bench'])('run: npm run %s gives Node the flags of the image', (name) => {
  expect(flags).toMatch(/^--/)
  expect(scripts[name]).toContain(`tools/run.mjs ${flags} `)
})

test.each(['countersign', 'countersign@'])('run: %s.service gives Node the flags of the image', (name) => {
  expect(MEMORY.exec(readText(`deploy/systemd/${name}.service`))?.slice(1)).toEqual([flags, arenas, threshold])
})
