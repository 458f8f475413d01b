import { generateKeyPairSync } from 'node:crypto'
import { sha256 } from '@countersign/service/secrets'
import { createTestDatabase, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { providerMigrations } from '../index.ts'
import { findClient } from './client.store.ts'
import type { ClientChanges, ClientRegistration } from './client.ts'
import { listSecrets, noteSecretUse, removeSecret } from './client-secret.store.ts'
import { registerClient, rotateClientSecret } from './register-client.ts'
import { updateClient } from './update-client.ts'

const REGISTRATION: ClientRegistration = {
  name: 'Example App',
  redirectUris: ['https://app.example/callback'],
  scopes: [{ name: 'email', reason: 'To write to you.', required: true }],
}
const KEY = { kty: 'EC', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) }
const UPDATED = { claimsEncryptionKey: KEY, keepsUpToDate: true } as const

describe('update client:', () => {
  const database = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))

  async function register(changes: Partial<ClientRegistration> = {}): Promise<string> {
    return (await registerClient(database.sql, { ...REGISTRATION, ...changes })).clientId
  }

  test('every attribute can be changed, and what is not named stays', async () => {
    const clientId = await register()
    const before = await findClient(database.sql, clientId)
    await updateClient(database.sql, clientId, { name: 'Another Name' })
    expect(await findClient(database.sql, clientId)).toEqual({ ...before, name: 'Another Name' })
    const changes = {
      name: 'A third name',
      description: 'A notebook.',
      redirectUris: ['https://app.example/new', 'cursor://app/callback'],
      privateUseSchemes: ['cursor'],
      policyUri: 'https://app.example/privacy',
      tosUri: 'https://app.example/terms',
      scopes: [{ name: 'phone', reason: '', required: false }],
      requirePkce: false,
      requirePushedRequests: true,
      dpopBound: true,
      subjectType: 'pairwise',
      idTokenAlgorithm: 'ES256',
      ...UPDATED,
      eventsUri: 'http://127.0.0.1:3000/events',
      postLogoutRedirectUris: ['https://app.example/bye'],
      backchannelLogoutUri: 'http://127.0.0.1:3000/logout',
      backchannelLogoutSessionRequired: true,
    } as const
    await updateClient(database.sql, clientId, changes)
    expect(await findClient(database.sql, clientId)).toEqual({ ...before, ...changes })
    await updateClient(database.sql, clientId, { claimsEncryptionKey: { ...KEY, kid: 'mine', use: 'enc', x5c: [] } })
    expect((await findClient(database.sql, clientId))?.claimsEncryptionKey).toEqual(KEY)
    const without = { claimsEncryptionKey: null, keepsUpToDate: false, eventsUri: null, policyUri: null, tosUri: null }
    await updateClient(database.sql, clientId, { ...without, idTokenClaims: true })
    const removed = { claimsEncryptionKey: undefined, eventsUri: undefined, policyUri: undefined, tosUri: undefined }
    expect(await findClient(database.sql, clientId)).toMatchObject({ ...removed, idTokenClaims: true })
  })

  test('FAPI 2.0 §5.4: a client that binds itself to PAR and DPoP leaves RS256 behind', async () => {
    const clientId = await register()
    await updateClient(database.sql, clientId, { requirePushedRequests: true })
    expect((await findClient(database.sql, clientId))?.idTokenAlgorithm).toBe('RS256')
    await updateClient(database.sql, clientId, { dpopBound: true })
    expect((await findClient(database.sql, clientId))?.idTokenAlgorithm).toBe('ES256')
  })

  test('keys and their address take the place of each other', async () => {
    const clientId = await register({ authenticationMethod: 'private_key_jwt', jwks: { keys: [KEY] } })
    await updateClient(database.sql, clientId, { keysUri: 'https://app.example/jwks' })
    await updateClient(database.sql, clientId, { name: 'Unrelated' })
    expect(await findClient(database.sql, clientId)).toMatchObject({
      jwks: { keys: [] },
      keysUri: 'https://app.example/jwks',
    })
    await updateClient(database.sql, clientId, { jwks: { keys: [KEY] } })
    expect(await findClient(database.sql, clientId)).toMatchObject({ jwks: { keys: [KEY] }, keysUri: undefined })
  })

  test('two changes at once never add up to a client that no rule allows', async () => {
    const clientId = await register()
    const outcomes = await Promise.allSettled([
      updateClient(database.sql, clientId, { authenticationMethod: 'none' }),
      updateClient(database.sql, clientId, { requirePkce: false }),
    ])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  test('a client has a secret exactly as long as it authenticates by one', async () => {
    const clientId = await register()
    await updateClient(database.sql, clientId, { authenticationMethod: 'private_key_jwt', jwks: { keys: [KEY] } })
    expect(await findClient(database.sql, clientId)).toMatchObject({ secretHashes: [], jwks: { keys: [KEY] } })
    const updated = await updateClient(database.sql, clientId, { authenticationMethod: 'client_secret_basic' })
    expect(await findClient(database.sql, clientId)).toMatchObject({
      jwks: { keys: [] },
      secretHashes: [sha256(updated?.clientSecret ?? '')],
    })
    const between = await updateClient(database.sql, clientId, { authenticationMethod: 'client_secret_post' })
    expect(between?.clientSecret).toBeUndefined()
  })

  test('a client that is not there is not changed', async () => {
    expect(await updateClient(database.sql, 'unknown', { name: 'x' })).toBeUndefined()
  })

  test('each secret has its creation, its end, and its last use to the minute', async () => {
    const clientId = await register()
    const { clientSecret, secretId } = await rotateClientSecret(database.sql, clientId, 3_600)
    await noteSecretUse(database.sql, [sha256(clientSecret)])
    const [first, second] = await listSecrets(database.sql, [clientId])
    expect(first).toMatchObject({ lastUsedAt: undefined, expiresAt: expect.any(Date) })
    expect(second).toMatchObject({ secretId, lastUsedAt: expect.any(Date), expiresAt: undefined })
    await noteSecretUse(database.sql, [sha256(clientSecret)])
    expect((await listSecrets(database.sql, [clientId]))[1]?.lastUsedAt).toEqual(second?.lastUsedAt)
    await database.sql`update provider.client_secrets set last_used_at = now() - interval '2 minutes'`
    await noteSecretUse(database.sql, [sha256(clientSecret)])
    expect((await listSecrets(database.sql, [clientId]))[1]?.lastUsedAt).not.toEqual(second?.lastUsedAt)
  })

  test('one secret that does not expire always stays, however many are removed at once', async () => {
    const clientId = await register()
    const [only] = await listSecrets(database.sql, [clientId])
    expect(await removeSecret(database.sql, clientId, only?.secretId ?? '')).toBe('last')
    await rotateClientSecret(database.sql, clientId, 3_600)
    await database.sql`update provider.client_secrets set expires_at = null where client_id = ${clientId}`
    const secrets = await listSecrets(database.sql, [clientId])
    expect(secrets).toHaveLength(2)
    const outcomes = await Promise.all(secrets.map(({ secretId }) => removeSecret(database.sql, clientId, secretId)))
    expect(new Set(outcomes)).toEqual(new Set(['last', 'removed']))
    const other = await register()
    expect(await removeSecret(database.sql, other, only?.secretId ?? '')).toBeUndefined()
  })

  test.each<[string, ClientChanges, string]>([
    ['a post-logout URI with script', { postLogoutRedirectUris: ['javascript:alert(1)'] }, 'must be https'],
    ['a logout URI in clear', { backchannelLogoutUri: 'http://app.example/logout' }, 'must be https'],
    ['a logout URI of a program', { backchannelLogoutUri: 'com.example.app:/logout' }, 'must be https'],
    ['a logout URI with a fragment', { backchannelLogoutUri: 'https://app.example/logout#x' }, 'has a fragment'],
    [
      'a required session without an address',
      { backchannelLogoutSessionRequired: true },
      'needs a backchannel_logout_uri',
    ],
    ['sealed claims in the id_token', { idTokenClaims: true, claimsEncryptionKey: KEY }, 'no id_token has them'],
    ['updates without a key to seal them for', { keepsUpToDate: true }, 'needs a claims_encryption_jwk'],
    ['an events URI of an app without updates', { eventsUri: 'https://app.example/events' }, 'needs keeps_up_to_date'],
    ['an events URI in clear', { ...UPDATED, eventsUri: 'http://app.example/events' }, 'events_uri must be https'],
    ['an events URI with a fragment', { ...UPDATED, eventsUri: 'https://app.example/#x' }, 'events_uri has a fragment'],
  ])('%s is refused by the same rules as a registration, and changes nothing', async (_case, changes, message) => {
    const clientId = await register()
    const before = await findClient(database.sql, clientId)
    await expect(updateClient(database.sql, clientId, changes)).rejects.toThrow(message)
    expect(await findClient(database.sql, clientId)).toEqual(before)
  })
})
