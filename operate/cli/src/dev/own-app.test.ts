import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { findClient, providerMigrations, withRegistrar } from '@countersign/provider'
import { closeAfterTest, createTestDatabase, temporaryFolder } from '@countersign/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusal, runCommand } from '../../test/command-line.ts'
import { writeEnvFile } from './env-file.ts'
import { type AppOptions, provideOwnApp } from './own-app.ts'

const folder = temporaryFolder()

const CALLBACK = 'http://localhost:3000/callback'

const ENV = { DATA_DIR: join(folder, 'nothing'), PORT: '3000', APP_PORT: '3001' }

test.each([
  [['--app', 'localhost:3000/callback'], 'the whole address of your app'],
  [['--app', '/callback'], 'such as http://localhost:3000/callback'],
  [['--name', 'My Shop'], '--name goes with --app'],
  [['--write-env', '.env'], '--write-env goes with --app'],
  [['--app', CALLBACK], 'cannot both have port 3000. Give it another: PORT=3001'],
  [['--app', 'http://127.0.0.1:3001/cb', '--demo'], 'cannot both have port 3001. Give it another: APP_PORT=3002'],
])('countersign dev %j says what to do, and starts nothing', async (parameters, words) => {
  expect(await runCommand(['dev', ...parameters], ENV)).toMatchObject(refusal(words))
})

describe('a file of an app', () => {
  const file = join(folder, '.env')
  const VALUE = fc.string({ unit: fc.constantFrom('a', ' ', '#', '$', '=', '/', '.') })

  test('keeps its other lines, and has ours once however often they are written', () => {
    fc.assert(
      fc.property(VALUE, VALUE, (first, second) => {
        writeFileSync(file, 'SECRET=kept\nISSUERS=two')
        writeEnvFile(file, { ISSUER: first, CLIENT_ID: 'old' })
        writeEnvFile(file, { ISSUER: second, CLIENT_SECRET: undefined })
        const text = readFileSync(file, 'utf8')
        expect(parseEnv(text)).toEqual({ SECRET: 'kept', ISSUERS: 'two', ISSUER: second })
      }),
    )
  })

  test('reads alike in a shell and in Node', () => {
    const special = fc.constantFrom('"', '$', '`', '\\', '$HOME', '$(id)', '#', '!', '=', '~', '*', '\\n')
    const plain = fc.string({ unit: 'grapheme', maxLength: 3 }).filter((text) => !/['"$`\\\p{Cc}]/u.test(text))
    const value = fc.oneof(
      fc.string({ unit: fc.oneof(special, plain) }),
      fc.string({ unit: fc.oneof(fc.constant("'"), plain) }),
    )
    const read = fc.property(value, (ISSUER) => {
      rmSync(file, { force: true })
      writeEnvFile(file, { ISSUER })
      expect(parseEnv(readFileSync(file, 'utf8'))).toEqual({ ISSUER })
      const shell = execFileSync('sh', ['-c', '. "$0" && printf %s "$ISSUER"', file], { encoding: 'utf8' })
      expect(shell).toBe(ISSUER)
    })
    fc.assert(read, { examples: [["/home/o'neil/my app"], ['/home/$HOME/"x"']] })
  })

  test.each(['/home/o\'neil/$HOME/"x"', "o'neil $(id)", "o'neil `id`", "o'neil\\n", 'two\nlines', 'a\rreturn'])(
    'is not written with %j, which a shell and Node would read differently',
    (ISSUER) => {
      rmSync(file, { force: true })
      expect(() => writeEnvFile(file, { ISSUER })).toThrow(/^ISSUER holds a control character, or a single quote/)
      expect(existsSync(file)).toBe(false)
    },
  )

  test('that sets the same by itself is left alone', () => {
    writeFileSync(file, 'export CLIENT_ID=another\n')
    expect(() => writeEnvFile(file, { CLIENT_ID: 'ours' })).toThrow('sets CLIENT_ID already')
    expect(readFileSync(file, 'utf8')).toBe('export CLIENT_ID=another\n')
    expect(() => writeEnvFile(join(folder, 'nowhere/.env'), {})).toThrow('Check that its folder is there')
    expect(() => writeEnvFile(folder, {})).toThrow('Name a file')
  })
})

const OPTIONS: AppOptions = {
  redirectUri: CALLBACK,
  name: undefined,
  scope: undefined,
  public: false,
  plain: false,
  envFile: undefined,
}

test('an app that is developed is one client at each start, changed where something is said of it', async () => {
  const dataDirectory = mkdtempSync(join(folder, 'own app-'))
  const database = closeAfterTest(await createTestDatabase('postgresql', providerMigrations))
  const { sql } = database
  await withRegistrar({ sql, by: 'command_line:test' }, async (registrar) => {
    const start = (options: Partial<AppOptions> = {}) =>
      provideOwnApp({ sql, registrar, dataDirectory }, { ...OPTIONS, ...options })
    const first = await start({ scope: ['openid', 'email:required=To send receipts.'] })
    expect(first.claimsKeyFile).toBe(join(dataDirectory, 'localhost-3000-callback.claims-key.json'))
    expect(await start()).toEqual(first)
    expect(await start({ name: 'My Shop' })).toEqual(first)
    expect(await findClient(sql, first.client.clientId)).toMatchObject({
      name: 'My Shop',
      scopes: [{ name: 'openid' }, { name: 'email', required: true, reason: 'To send receipts.' }],
      postLogoutRedirectUris: ['http://localhost:3000/'],
    })

    const bare = await start({ public: true })
    const { clientId } = first.client
    expect(bare).toMatchObject({ client: { clientId, clientSecret: undefined }, claimsKeyFile: undefined })
    expect(await findClient(sql, clientId)).toMatchObject({ authenticationMethod: 'none', secretHashes: [] })
    const again = await start()
    expect(again.client.clientSecret).toMatch(/^cs_cs_/)
    expect(again.client).not.toEqual(first.client)
    expect(await start()).toEqual(again)

    const plain = await start({ plain: true })
    expect(plain).toEqual({ ...again, claimsKeyFile: undefined })
    expect(await findClient(sql, clientId)).toMatchObject({ claimsEncryptionKey: undefined })
    expect(await start()).toEqual(again)

    const other = await start({ redirectUri: 'http://localhost:4000/callback' })
    expect(other.client.clientId).not.toBe(clientId)
    await registrar.removeClient(clientId)
    expect((await start()).client.clientId).not.toBe(clientId)
  })
})
