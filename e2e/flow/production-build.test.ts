import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ASSETS = join(import.meta.dirname, '..', '..', 'services', 'web', 'dist', 'assets')
const STRETCHING = /\{\s*memory:[^}]*\biterations:[^}]*\}/g
/** Weak stretching parameters and support of tests. */
const TEST_ONLY = ['memory:8,', 'memory: 8,', 'createLyingProxy', 'newDevice', 'virtual authenticator']

const scripts = readdirSync(ASSETS)
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(join(ASSETS, name), 'utf8'))

test('the build stretches passwords with the chosen parameters, and holds no others', () => {
  const found = scripts.flatMap((script) => script.match(STRETCHING) ?? [])
  expect(found.map((text) => text.replaceAll(/\s/g, ''))).toEqual(['{memory:131072,iterations:3,parallelism:4}'])
  expect(scripts.filter((script) => script.includes('argon2id-custom'))).toHaveLength(1)
  // A named suite would be the library's, with other numbers.
  expect(scripts.filter((script) => /keyStretching:\s*["'`]/.test(script))).toEqual([])
})

test('the build holds nothing that is there for tests', () => {
  expect(scripts.flatMap((script) => TEST_ONLY.filter((text) => script.includes(text)))).toEqual([])
})
