import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { ADD_SEALED_CLIENT, refusal, startCommandLine } from '../test/command-line.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const PUBLIC_JWK = publicKey.export({ format: 'jwk' })
const NOTICE = expect.stringContaining('has no claims_encryption_jwk')
const OPEN = 'in the open, and people are told so'

const line = startBeforeAll(startCommandLine)

const addNamed = (name: string) => ADD_SEALED_CLIENT.with(3, name)
const show = (clientId: string) => line.runJson('clients', 'show', clientId)
const update = (...parameters: readonly string[]) => line.runJson('clients', 'update', ...parameters)

describe('claims key:', () => {
  test('made with the app, in a file for its user alone, its path printed, never shown', async () => {
    const { client_id, ...added } = await line.runJson(...ADD_SEALED_CLIENT)
    expect(added).toMatchObject({ claims_key_file: 'my-app.claims-key.json', claims_key_made: true })
    const path = line.path(added.claims_key_file)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { d, ...publicJwk } = JSON.parse(readFileSync(path, 'utf8'))
    expect(d).toMatch(/^[\w-]{43}$/)
    expect(await show(client_id)).toMatchObject({ claims_encryption_jwk: publicJwk })

    const { said } = await line.run(...addNamed('Said App'))
    expect(said).toMatch(
      /client_secret {2}cs_cs_[\w-]{43}\n {2}claims key {5}said-app\.claims-key\.json \(made now\)\n/,
    )
    expect(said).toContain('Only you can read that file')
    expect(said).not.toContain(JSON.parse(readFileSync(line.path('said-app.claims-key.json'), 'utf8')).d)
  })

  test('is found again after a registration that was refused', async () => {
    const add = addNamed('Second try')
    expect(await line.run(...add, '--jwks-uri', 'no address')).not.toMatchObject({ code: 0 })
    const kept = readFileSync(line.path('second-try.claims-key.json'), 'utf8')
    expect((await line.run(...add)).said).toContain('second-try.claims-key.json (was there)')
    expect(readFileSync(line.path('second-try.claims-key.json'), 'utf8')).toBe(kept)
  })

  test('is of one app, however alike the names of files are', async () => {
    await line.runJson(...addNamed('日本アプリ'))
    const words = 'app.claims-key.json is the key of 日本アプリ: move it away, or name a key with --claims-key.'
    expect(await line.run(...addNamed('Мой банк'))).toMatchObject({ said: '', ...refusal(words) })
    expect((await line.run('clients', 'list')).said).not.toContain('Мой банк')
    renameSync(line.path('app.claims-key.json'), line.path('moved.json'))
    expect(await line.runJson(...addNamed('Мой банк'))).toHaveProperty('claims_key_made', true)
  })

  test('does not replace another file', async () => {
    writeFileSync(line.path('other.claims-key.json'), 'a shopping list')
    expect(await line.run(...addNamed('— Other! —'))).toMatchObject(refusal('other.claims-key.json holds something'))
    expect(readFileSync(line.path('other.claims-key.json'), 'utf8')).toBe('a shopping list')
  })

  test.each(['--plain', '--public'])('is not made for an app that is %s, and the cost is said', async (flag) => {
    const add = [...addNamed('Plain App'), flag]
    const added = await line.runJson(...add)
    expect(added).not.toHaveProperty('claims_key_file')
    expect(added).toHaveProperty('claims_notice', NOTICE)
    expect(await show(added.client_id)).toHaveProperty('claims_notice', NOTICE)
    expect((await line.run(...add)).said).toContain(OPEN)
    expect(existsSync(line.path('plain-app.claims-key.json'))).toBe(false)
  })

  test('refused beside claims in the id_token, which everyone on the way can read', async () => {
    const ownKey = ['--claims-key', line.file('own.json', PUBLIC_JWK)]
    for (const key of [[], ownKey]) {
      expect(await line.run(...ADD_SEALED_CLIENT, '--id-token-claims', ...key)).toMatchObject(refusal('add --plain'))
    }
    const { client_id } = await line.runJson(...ADD_SEALED_CLIENT, '--id-token-claims', '--plain')
    const refused = refusal('no id_token has them')
    expect(await line.run('clients', 'update', client_id, ...ownKey)).toMatchObject(refused)
    await update(client_id, ...ownKey, '--no-id-token-claims')
    expect(await line.run('clients', 'update', client_id, '--id-token-claims')).toMatchObject(refused)
    await update(client_id, '--id-token-claims', '--plain')
  })

  test('is registered from a file, shown, replaced and taken away', async () => {
    const file = line.file('public.json', { ...PUBLIC_JWK, kid: 'mine' })
    const { client_id } = await line.runJson(...ADD_SEALED_CLIENT, '--claims-key', file)
    expect(await show(client_id)).toMatchObject({ claims_encryption_jwk: PUBLIC_JWK })
    expect((await line.run('clients', 'show', client_id)).said).toContain('sealed for a key on P-256')

    const next = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
    await update(client_id, '--claims-key', line.file('next.json', next))
    expect(await update(client_id, '--name', 'Another name')).not.toHaveProperty('claims_notice')
    expect(await show(client_id)).toMatchObject({ claims_encryption_jwk: next })

    expect(await update(client_id, '--plain')).toHaveProperty('claims_notice', NOTICE)
    expect((await line.run('clients', 'update', client_id, '--plain')).said).toContain(OPEN)
    expect(await show(client_id)).toMatchObject({ claims_encryption_jwk: null })
    expect((await line.run('clients', 'show', client_id)).said).toContain('in the open')
  })

  test.each([
    ['the private half', privateKey.export({ format: 'jwk' }), 'holds a private member'],
    ['a signing key', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), 'on P-256 or X25519'],
    ['no key', { keys: [] }, 'holds no public key'],
    ['no JSON', 'BEGIN PUBLIC KEY', 'holds no public key'],
    ['nothing', undefined, 'cannot be read'],
  ])('is refused when the file holds %s', async (_case, content, complaint) => {
    const file = content === undefined ? '/nowhere/key.json' : line.file('wrong.json', content)
    expect(await line.run(...ADD_SEALED_CLIENT, '--claims-key', file)).toMatchObject(refusal(complaint))
  })
})
