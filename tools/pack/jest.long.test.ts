// Long: Jest from npm's registry runs the guide's test with the packed packages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'
import { ROOT } from '../files.ts'
import { installFromRepository } from './install-packages.ts'
import { makePackages } from './make-packages.ts'
import { runNpm, runWith } from './programs.ts'

const JEST = '30.5.2'
const CACHE = join(ROOT, 'node_modules/.cache')
const folder = temporaryFolder()

async function installJest(): Promise<string> {
  const prefix = join(CACHE, `jest-${JEST}`)
  const program = join(prefix, 'node_modules/jest/bin/jest.js')
  if (!existsSync(program)) {
    await runNpm(ROOT, 'install', '--loglevel=error', '--no-save', '--prefix', prefix, `jest@${JEST}`)
  }
  return program
}

test("plain Jest runs the guide's test against a test server, as ES modules and as CommonJS", async () => {
  const app = join(folder, 'app of a Jest user')
  mkdirSync(app)
  writeFileSync(
    join(app, 'package.json'),
    '{ "private": true, "type": "module", "jest": { "transform": {}, "testMatch": ["**/*.test.*js"] } }',
  )
  await installFromRepository(app, await makePackages(join(folder, 'packed')))
  const guide = readFileSync(join(ROOT, 'docs/guides/apps/testing.md'), 'utf8')
  const [, code = ''] = /```js jest\n(.*?)```/s.exec(guide) ?? []
  writeFileSync(join(app, 'guide.test.js'), code)
  const required = `const { createTestServer } = require('countersign/testing')
    test('a person signs in', async () => {
      const server = await createTestServer()
      const { createCountersign } = require('@countersign/sdk')
      const { url } = await createCountersign(server.app.settings).beginSignIn()
      const ada = await server.createPerson({ claims: { email: 'ada@example.org' } })
      expect(await ada.deny(url)).toContain('access_denied')
      await server.stop()
    }, 60_000)`
  writeFileSync(join(app, 'required.test.cjs'), required)
  const env = { NODE_OPTIONS: '--experimental-vm-modules', XDG_CACHE_HOME: CACHE }
  const json = await runWith(env, app, process.execPath, await installJest(), '--json')
  expect(JSON.parse(json)).toMatchObject({ success: true, numPassedTests: 2 })
}, 600_000)
