import { type OutboundPolicy, PUBLIC_INTERNET } from '@countersign/service/network'
import { TEST_HOST } from '@countersign/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findClient } from '../src/clients/client.store.ts'
import {
  createClientKeys,
  KEY_SET_LAST_RESORT_MS,
  KEY_SET_MAX_AGE_MS,
  KEY_SET_PAUSE_MS,
} from '../src/clients/find-client-keys.ts'
import { type AppSigningKey, createSigningKey } from './signing-key.ts'
import { type StartedProvider, startProvider, type TestClient } from './started-provider.ts'
import { INSIDE_HOST, LOOPBACK, startInternet } from './test-internet.ts'

const UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'The keys of this client cannot be had from its jwks_uri at the moment. Try again shortly.',
}

describe('jwks_uri keys (RFC 7591 §2)', () => {
  let internet: Awaited<ReturnType<typeof startInternet>>
  let provider: StartedProvider
  let client: TestClient
  let key: AppSigningKey
  let body: string
  let fetches: number
  let clock = Date.now()

  beforeAll(async () => {
    internet = await startInternet((_request, response) => {
      fetches += 1
      response.end(body)
    })
    const { outbound } = internet
    provider = await startProvider('postgresql', () => new Date(clock), {}, { outbound })
  })
  beforeEach(async () => {
    // A different address per test, so that tests share no cached keys.
    const keysUri = `https://${internet.host}/${Math.random()}`
    client = await provider.register({ authenticationMethod: 'private_key_jwt', keysUri })
    key = await createSigningKey('RS256')
    publish(key)
    fetches = 0
  })
  afterAll(async () => {
    await provider.close()
    await internet.close()
  })

  function publish(...keys: readonly AppSigningKey[]): void {
    body = JSON.stringify({
      keys: keys.map(({ publicJwk, jkt, alg }) => Object.assign({ kid: jkt, alg, use: 'sig' }, publicJwk)),
    })
  }

  /** Authenticates; a code that never was tells whether that succeeded. */
  async function authenticate(by: AppSigningKey, clientId = client.client_id): Promise<object> {
    const now = Math.floor(clock / 1000)
    return (await provider.token(await by.attempt(clientId, { iat: now, exp: now + 60 }, { kid: by.jkt }))).json()
  }

  test('are fetched at the first use, and kept for five minutes', async () => {
    for (let use = 0; use < 3; use += 1) expect(await authenticate(key)).toMatchObject({ error: 'invalid_grant' })
    expect(fetches).toBe(1)
    clock += KEY_SET_MAX_AGE_MS
    publish()
    expect(await authenticate(key)).toMatchObject({ error: 'invalid_client' })
    expect(fetches).toBe(2)
  })

  test('that are new are found at once; strangers cannot make us fetch again', async () => {
    await authenticate(key)
    clock += KEY_SET_PAUSE_MS
    const next = await createSigningKey('ES256')
    publish(key, next)
    expect(await authenticate(next)).toMatchObject({ error: 'invalid_grant' })
    const stranger = await createSigningKey('ES256')
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await authenticate(stranger)).toMatchObject({ error: 'invalid_client' })
    }
    expect(fetches).toBe(2)
  })

  test('stand among keys for other uses, which verify nothing', async () => {
    const weak = await createSigningKey('ES256')
    const { keys } = JSON.parse(body)
    const encryption = { ...weak.publicJwk, kid: weak.jkt, use: 'enc' }
    body = JSON.stringify({ keys: [null, 'x', { kty: 'oct', k: 'AAAA', kid: weak.jkt }, encryption, ...keys] })
    expect(await authenticate(key)).toMatchObject({ error: 'invalid_grant' })
    expect(await authenticate(weak)).toMatchObject({ error: 'invalid_client' })
  })

  test('may say more than we know what to do with', async () => {
    const { keys } = JSON.parse(body)
    body = JSON.stringify({ keys: [{ ...keys[0], key_ops: ['verify', 'bogus'] }] })
    expect(await authenticate(key)).toMatchObject({ error: 'invalid_grant' })
  })

  test.each([
    ['no JSON', '<html>'],
    ['no key set', '[]'],
    ['more than anyone needs', `{"keys":[],"x":"${'x'.repeat(70_000)}"}`],
  ])('that are %s leave the app unrecognised for half a minute, untold', async (_case, answer) => {
    body = answer
    expect(await authenticate(key)).toEqual(UNAVAILABLE)
    publish(key)
    expect(await authenticate(key)).toEqual(UNAVAILABLE)
    expect(fetches).toBe(1)
    clock += KEY_SET_PAUSE_MS
    expect(await authenticate(key)).toMatchObject({ error: 'invalid_grant' })
  })

  test('that cannot be had are logged once a fetch, not once a request', async () => {
    body = '<html>a value of theirs</html>'
    const told = () => provider.log.map((line) => JSON.parse(line)).filter(({ level }) => level !== 'info')
    const before = told().length
    for (let request = 0; request < 50; request += 1) expect(await authenticate(key)).toEqual(UNAVAILABLE)
    const line = { level: 'warn', event: 'client_keys_unavailable', client_id: client.client_id }
    expect(told().slice(before)).toEqual([
      { ...line, outcome: 'is not a JWK Set', time: expect.anything(), request_id: expect.anything() },
    ])
    clock += KEY_SET_PAUSE_MS
    await authenticate(key)
    expect(told().slice(before)).toHaveLength(2)
    expect(provider.log.join()).not.toContain('a value of theirs')
    const closed = { authenticationMethod: 'private_key_jwt', keysUri: `https://${TEST_HOST}:1/` } as const
    await authenticate(key, (await provider.register(closed)).client_id)
    expect(told().at(-1)).toMatchObject({ outcome: 'cannot be reached (ECONNREFUSED)' })
  })

  test('that cannot be had anew serve on for a day', async () => {
    await authenticate(key)
    const published = body
    body = '<html>'
    clock += KEY_SET_MAX_AGE_MS
    expect(await authenticate(key)).toMatchObject({ error: 'invalid_grant' })
    clock += KEY_SET_PAUSE_MS
    expect(await authenticate(key)).toMatchObject({ error: 'invalid_grant' })
    clock += KEY_SET_LAST_RESORT_MS
    expect(await authenticate(key)).toEqual(UNAVAILABLE)
    body = published
    clock += KEY_SET_PAUSE_MS
    expect(await authenticate(key)).toMatchObject({ error: 'invalid_grant' })
  })

  test('are forgotten when hundreds of others were asked for since', async () => {
    const resolve = async () => {
      fetches += 1
      return []
    }
    const outbound: OutboundPolicy = { resolve, isAllowed: () => true }
    const ignore = () => undefined
    const clientKeys = createClientKeys(outbound, () => new Date(clock), ignore)
    const known = await findClient(provider.database.sql, client.client_id)
    const ask = async (number: number) => {
      const keys = clientKeys.keysOf({ ...known!, keysUri: `https://app.example/${number}` })
      await expect(keys({ alg: 'ES256' }, { payload: '', signature: '' })).rejects.toThrow('cannot be had')
    }
    for (let number = 0; number <= 500; number += 1) await ask(number)
    await ask(500)
    expect(fetches).toBe(501)
    await ask(0)
    expect(fetches).toBe(502)
  })

  test('CVE-2026-1180: on our own network are never fetched', async () => {
    const outbound = { ...PUBLIC_INTERNET, resolve: async () => [LOOPBACK] }
    const strict = await startProvider('postgresql', undefined, {}, { outbound })
    const keysUri = `https://${INSIDE_HOST}:${internet.port}/`
    const { client_id } = await strict.register({ authenticationMethod: 'private_key_jwt', keysUri })
    const refused = await strict.token(await key.attempt(client_id, {}, { kid: key.jkt }))
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toEqual(UNAVAILABLE)
    expect(strict.log.join()).toContain('is not on the public internet')
    expect(fetches).toBe(0)
    await strict.close()
  })
})
