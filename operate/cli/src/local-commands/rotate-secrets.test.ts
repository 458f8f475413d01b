import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { publicKeyOf } from '@countersign/core'
import { temporaryFolder } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { refusal, runCommand } from '../../test/command-line.ts'
import { SECRET_ROWS } from '../rotation/secret-rows.ts'
import { generateSecrets, type Secrets } from '../secrets.ts'
import { SETTINGS } from '../settings/server-settings.ts'

const folder = temporaryFolder()
let secrets: Secrets
let count = 0

beforeAll(async () => {
  secrets = await generateSecrets()
})

type Values = Readonly<Record<string, string>>

/** A file of settings as the guide makes one. */
function writeSettings(values: Values): string {
  const path = join(folder, `settings-${count++}.env`)
  const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(path, `# ours\n${lines.join('')}BRAND_NAME="Our School"\n`, { mode: 0o600 })
  return path
}

const read = (path: string) => parseEnv(readFileSync(path, 'utf8'))
const rotate = (path: string, ...options: readonly string[]) => runCommand(['rotate-secrets', '--in', path, ...options])
const valuesIn = (path: string, name: string) => (read(path)[name] ?? '').split(',')
/** Moves the beginning of each step into the past. */
function age(path: string): void {
  const state = readFileSync(`${path}.rotation`, 'utf8')
  writeFileSync(`${path}.rotation`, state.replaceAll(/"since": "[^"]+"/g, '"since": "2026-01-01T00:00:00.000Z"'))
}

test('rotate-secrets: every secret setting has a row that says how it is replaced, and no row is left over', async () => {
  const names = [...SETTINGS].filter(([, { isSecret }]) => isSecret).map(([name]) => name)
  expect(Object.keys(SECRET_ROWS).toSorted()).toEqual(names.toSorted())
  const { code, said } = await runCommand(['rotate-secrets', '--list'])
  expect(code).toBe(0)
  for (const name of names) expect(said).toContain(name)
})

describe('rotate-secrets on a file of settings', () => {
  test('adds, uses and removes, step by step, each once its time has come, and prints no secret', async () => {
    const path = writeSettings({ ...secrets, ADMIN_TOKEN: 'for tests: 32 characters or more' })
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^TOKEN_SECRET=/m, 'export TOKEN_SECRET='))
    const said = [(await rotate(path)).said]
    const [former = '', next = ''] = valuesIn(path, 'TOKEN_SECRET')
    expect([former, next.length]).toEqual([secrets.TOKEN_SECRET, 43])

    said.push((await rotate(path, '--restarted')).said)
    expect(valuesIn(path, 'TOKEN_SECRET')).toEqual([next, former])
    expect(JSON.parse(read(path)['DATA_TOKEN_SECRET'] ?? '').keys).toHaveLength(2)

    said.push((await rotate(path, '--restarted')).said)
    expect(valuesIn(path, 'ADMIN_TOKEN')).toHaveLength(1)
    expect(valuesIn(path, 'TOKEN_SECRET')).toEqual([next, former])
    age(path)
    said.push((await rotate(path, '--restarted')).said)
    expect(valuesIn(path, 'TOKEN_SECRET')).toEqual([next])
    expect(existsSync(`${path}.rotation`)).toBe(false)

    const [signing, kept] = JSON.parse(read(path)['DATA_TOKEN_SECRET'] ?? '').keys
    expect([signing.d, kept.d]).toEqual([expect.any(String), undefined])
    expect(kept.x).toBe(JSON.parse(secrets.DATA_TOKEN_SECRET).x)
    const all = [...Object.values(secrets), ...Object.values(read(path))].flatMap((text) => text?.split(',') ?? [])
    for (const value of all.filter((text) => text.length > 30)) expect(said.join()).not.toContain(value)
    expect(readFileSync(path, 'utf8')).toMatch(/^# ours\n[^]*\nexport [^]*\nBRAND_NAME="Our School"\n$/)
    expect(read(path)).toMatchObject({ OPAQUE_SERVER_SETUP: secrets.OPAQUE_SERVER_SETUP })
  })

  test('changes nothing when it is run again, and finishes a step that was interrupted', async () => {
    const [provider, core] = [writeSettings(secrets), writeSettings(secrets)]
    const both = (...options: readonly string[]) => rotate(provider, '--in', core, ...options)
    mkdirSync(`${core}.new`)
    expect(await both()).toMatchObject(refusal('cannot be replaced'))
    expect(read(core)).not.toEqual(read(provider))
    rmdirSync(`${core}.new`)
    await both()
    expect(read(core)).toEqual(read(provider))
    const after = readFileSync(core, 'utf8')
    expect((await both()).said).toContain('No file has changed')
    expect(readFileSync(core, 'utf8')).toBe(after)
    // As if it had ended between two files.
    writeFileSync(
      core,
      readFileSync(core, 'utf8').replace(/^TOKEN_SECRET=.*$/m, `TOKEN_SECRET=${secrets.TOKEN_SECRET}`),
    )
    await both()
    expect(read(core)).toEqual(read(provider))
    await both('--restarted')
    writeFileSync(core, after)
    await both()
    expect(read(core)).toEqual(read(provider))
    // Both are known to be under way, whichever is named first, or alone.
    expect((await rotate(core)).said).toContain('No file has changed')
  })

  test('takes a former value out before its time, whole, when that is named', async () => {
    const path = writeSettings(secrets)
    await rotate(path)
    expect(await rotate(path, '--remove', 'TOKEN_SECRET')).toMatchObject(refusal('must be in use first'))
    await rotate(path, '--restarted')
    await rotate(path, '--remove', 'TOKEN_SECRET', '--remove', 'DATA_TOKEN_SECRET')
    expect(valuesIn(path, 'TOKEN_SECRET')).toHaveLength(1)
    expect(JSON.parse(read(path)['DATA_TOKEN_SECRET'] ?? '')).toMatchObject({ kty: 'EC', d: expect.any(String) })
    expect(valuesIn(path, 'KEY_ENCRYPTION_SECRET')).toHaveLength(2)
  })

  test('begins anew while a former value waits, which then waits with the next', async () => {
    const path = writeSettings(secrets)
    await rotate(path)
    expect(await rotate(path, '--anew')).toMatchObject(refusal('in the middle of a step'))
    await rotate(path, '--restarted')
    await rotate(path, '--anew')
    await rotate(path, '--restarted')
    expect(valuesIn(path, 'TOKEN_SECRET')).toHaveLength(3)
    expect(valuesIn(path, 'TOKEN_SECRET')).toContain(secrets.TOKEN_SECRET)
    age(path)
    await rotate(path, '--restarted')
    expect(valuesIn(path, 'TOKEN_SECRET')).toHaveLength(1)
  })

  test('changes the secrets of passwords only when asked, with the public halves of a page, and keeps both', async () => {
    const publicKey = await publicKeyOf(secrets.OPAQUE_SERVER_SETUP)
    const [path, page] = [writeSettings(secrets), writeSettings({ OPAQUE_SERVER_KEYS: publicKey })]
    await rotate(path, '--in', page, '--passwords')
    await rotate(path, '--in', page, '--restarted')
    for (const each of [path, page]) age(each)
    await rotate(path, '--in', page, '--restarted')
    expect(valuesIn(path, 'LOGIN_INDEX_KEY')).toEqual([expect.any(String), secrets.LOGIN_INDEX_KEY])
    const setups = valuesIn(path, 'OPAQUE_SERVER_SETUP')
    expect(valuesIn(page, 'OPAQUE_SERVER_KEYS')).toEqual(await Promise.all(setups.map(publicKeyOf)))
    await rotate(path, '--in', page, '--remove', 'OPAQUE_SERVER_SETUP')
    expect(valuesIn(page, 'OPAQUE_SERVER_KEYS')).toEqual([await publicKeyOf(setups[0] ?? '')])
  })
})

test('rotate-secrets: gives a provider that has public halves alone no private key', async () => {
  const { d: _private, ...publicHalf } = JSON.parse(secrets.DATA_TOKEN_SECRET)
  const provider = writeSettings({ ...secrets, DATA_TOKEN_SECRET: JSON.stringify(publicHalf) })
  await rotate(provider, '--in', writeSettings(secrets))
  const { keys } = JSON.parse(read(provider)['DATA_TOKEN_SECRET'] ?? '')
  expect(keys).toHaveLength(2)
  expect(JSON.stringify(keys)).not.toContain('"d"')
})

test('rotate-secrets: leaves ADMIN_TOKEN where provider and core have each their own', async () => {
  const [one, other] = ['for provider: 32 characters or more', 'for core: it has 32 characters or more']
  const provider = writeSettings({ ...secrets, ADMIN_TOKEN: one })
  const { said } = await rotate(provider, '--in', writeSettings({ ...secrets, ADMIN_TOKEN: other }))
  expect(said).toMatch(/ADMIN_TOKEN +not rotated/)
  expect(read(provider)['ADMIN_TOKEN']).toBe(one)
})

test('rotate-secrets: replaces secret files, also by NAME_FILE and through links, and keeps their rights', async () => {
  const directory = join(folder, 'secrets')
  mkdirSync(directory)
  for (const [name, value] of Object.entries(secrets))
    writeFileSync(join(directory, name), `${value}\n`, { mode: 0o640 })
  chmodSync(join(directory, 'TOKEN_SECRET'), 0o644)
  symlinkSync(directory, join(folder, 'linked'))
  await rotate(join(folder, 'linked'))
  const textOf = (name: string) => readFileSync(join(directory, name), 'utf8')
  expect(textOf('TOKEN_SECRET')).toMatch(new RegExp(`^${secrets.TOKEN_SECRET},[\\w-]{43}\n$`))
  expect(statSync(join(directory, 'TOKEN_SECRET')).mode & 0o777).toBe(0o640)
  const names = Object.keys(secrets).map((name) => [`${name}_FILE`, join(directory, name)])
  await rotate(writeSettings(Object.fromEntries(names)))
  expect(textOf('TOKEN_SECRET').split(',')).toHaveLength(3)
})

test.each<[string, (values: Values) => Values, string]>([
  ['without a file', (values) => values, '--in'],
  ['the settings of one component alone', ({ LOGIN_INDEX_KEY: _core, ...values }) => values, 'settings of core'],
  ['a form that would be lost', (values) => ({ ...values, TOKEN_SECRET: "a'$(id)" }), 'line'],
])('rotate-secrets refuses %s, and changes nothing', async (_case, change, words) => {
  const path = writeSettings(change(secrets))
  const before = readFileSync(path, 'utf8')
  const parameters = _case === 'without a file' ? [] : ['--in', path]
  expect(await runCommand(['rotate-secrets', ...parameters])).toMatchObject(refusal(words))
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect(existsSync(`${path}.rotation`)).toBe(false)
})

test('rotate-secrets refuses differing values, a setting that stands twice, and a foreign state', async () => {
  const [provider, core] = [writeSettings(secrets), writeSettings(await generateSecrets())]
  expect(await rotate(provider, '--in', core)).toMatchObject(refusal('differs between'))
  writeFileSync(core, `${readFileSync(provider, 'utf8')}TOKEN_SECRET=again\n`)
  expect(await rotate(core)).toMatchObject(refusal('sets TOKEN_SECRET twice'))
  const other = writeSettings(await generateSecrets())
  await rotate(other)
  copyFileSync(`${other}.rotation`, `${provider}.rotation`)
  expect(await rotate(provider)).toMatchObject(refusal('former value of INTERNAL_SERVICE_TOKEN is no longer'))
  writeFileSync(`${provider}.rotation`, '{"secrets":{"TOKEN_SECRET":{"step":"done"}}}')
  expect(await rotate(provider)).toMatchObject(refusal('not what this command wrote'))
})
