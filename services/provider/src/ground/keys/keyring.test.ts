import { createTestDatabase, startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { providerMigrations } from '../../index.ts'
import { listKeys } from './key.store.ts'
import { createKeyring, KEY_MAX_AGE_MS } from './keyring.ts'
import { type CreatedKey, rotateKeys } from './rotate-keys.ts'

const SECRET = 'the-secret-that-keys-are-sealed-under'
const NEXT_SECRET = 'the-secret-that-comes-after-this-one'
const NINETY_DAYS = 90 * 86_400

describe('the keyring', () => {
  const database = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))
  let created: CreatedKey[]
  let clock: number

  beforeEach(async () => {
    await database.sql`delete from provider.signing_keys`
    created = []
    clock = Date.now()
  })

  /** One process. */
  function startProcess(keyEncryptionSecrets: readonly string[] = [SECRET], { sql } = database) {
    const now = () => new Date(clock)
    const onCreated = (key: CreatedKey) => void created.push(key)
    return createKeyring({ sql, now, keyEncryptionSecrets, rotationSeconds: NINETY_DAYS, onCreated })
  }

  const rotation = { keyEncryptionSecrets: [SECRET] }
  const publishedKids = async () => (await startProcess().publicKeys()).map(({ kid }) => kid)
  const signingKid = async () => (await startProcess().signingKey('ES256')).kid

  /** Ages every key, one at a time: clusters replicate values, not expressions. */
  async function passTime(seconds: number): Promise<void> {
    const { sql } = database
    const ago = (time: Date | undefined) => time && new Date(time.getTime() - seconds * 1_000)
    for (const { kid, createdAt, activeFrom, retiresAt, removedAt } of await listKeys(sql)) {
      await sql`
        update provider.signing_keys
           set created_at = ${ago(createdAt)}, active_from = ${ago(activeFrom)}, retires_at = ${ago(retiresAt)},
               removed_at = ${ago(removedAt)}
         where kid = ${kid}`
    }
  }

  test('the first use makes one key of each kind, which signs at once', async () => {
    const keyring = startProcess()
    const { kid, key } = await keyring.signingKey('ES256')
    expect(key.type).toBe('private')
    expect((await keyring.signingKey('RS256')).kid).not.toBe(kid)
    expect(await keyring.pairwiseSecret()).toHaveLength(32)
    expect(await keyring.publicKeys()).toEqual([
      { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String), kid, alg: 'ES256', use: 'sig' },
      { kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), alg: 'RS256', use: 'sig' },
    ])
    expect(created.map(({ algorithm }) => algorithm)).toEqual(['ES256', 'RS256', 'HS256'])
  })

  test('of many processes that start at once, each ends up with the same keys', async () => {
    const processes = Array.from({ length: 8 }, () => startProcess())
    const kids = await Promise.all(processes.map(async (each) => (await each.signingKey('ES256')).kid))
    const secrets = await Promise.all(processes.map(async (each) => (await each.pairwiseSecret()).toString('hex')))
    expect(new Set(kids).size).toBe(1)
    expect(new Set(secrets).size).toBe(1)
    expect(await listKeys(database.sql)).toHaveLength(3)
    expect(created).toHaveLength(3)
  })

  test('a new key is published ten minutes before it signs, and the old one for a day after', async () => {
    const old = await signingKid()
    const [next] = await rotateKeys(database.sql, rotation)
    expect(next?.kid).not.toBe(old)
    expect(await publishedKids()).toEqual(expect.arrayContaining([old, next?.kid]))
    expect(await signingKid()).toBe(old)
    await passTime(540)
    expect(await signingKid()).toBe(old)
    await passTime(61)
    expect(await signingKid()).toBe(next?.kid)
    expect(await publishedKids()).toContain(old)
    await passTime(86_400)
    expect(await publishedKids()).not.toContain(old)
    expect(await publishedKids()).toContain(next?.kid)
  })

  test('a process that runs notices within half a minute, without a restart', async () => {
    const running = startProcess()
    const { kid: old } = await running.signingKey('ES256')
    await rotateKeys(database.sql, rotation)
    await passTime(601)
    expect((await running.signingKey('ES256')).kid).toBe(old)
    clock += KEY_MAX_AGE_MS
    expect((await running.signingKey('ES256')).kid).not.toBe(old)
    expect(await running.publicKeys()).toHaveLength(4)
  })

  test('after ninety days many processes make one successor of each key, and no pairwise secret', async () => {
    const secret = await startProcess().pairwiseSecret()
    const old = await signingKid()
    await passTime(NINETY_DAYS)
    created = []
    const kids = await Promise.all(Array.from({ length: 6 }, signingKid))
    expect(new Set(kids)).toEqual(new Set([old]))
    expect(created.map(({ algorithm }) => algorithm).toSorted()).toEqual(['ES256', 'RS256'])
    await passTime(600)
    expect(await signingKid()).not.toBe(old)
    expect(await startProcess().pairwiseSecret()).toEqual(secret)
  })

  test('a day before, there is nothing to do', async () => {
    await startProcess().publicKeys()
    await passTime(NINETY_DAYS - 86_400)
    await startProcess().publicKeys()
    expect(created).toHaveLength(3)
  })

  test('of rotations at once one takes place, and none while a successor waits', async () => {
    await startProcess().publicKeys()
    const rotations = await Promise.all(Array.from({ length: 5 }, () => rotateKeys(database.sql, rotation)))
    const algorithms = rotations.flat().map(({ algorithm }) => algorithm)
    expect(algorithms.toSorted()).toEqual(['ES256', 'RS256'])
    expect(await rotateKeys(database.sql, rotation)).toEqual([])
  })

  test('after a leak the old keys are gone at once, a waiting successor too', async () => {
    await startProcess().publicKeys()
    const waiting = await rotateKeys(database.sql, rotation)
    const replacing = await rotateKeys(database.sql, { ...rotation, immediately: true })
    expect(await publishedKids()).toEqual(replacing.map(({ kid }) => kid))
    expect(await signingKid()).toBe(replacing[0]?.kid)
    expect(replacing).not.toEqual(waiting)
  })

  test('the private half of a retired key leaves the database', async () => {
    const old = await signingKid()
    await rotateKeys(database.sql, rotation)
    await passTime(601)
    await startProcess().publicKeys()
    const keys = await listKeys(database.sql)
    expect(keys.find(({ kid }) => kid === old)).toMatchObject({ state: 'retired', sealedPrivateKey: undefined })
    expect(keys.filter(({ state }) => state === 'active').every(({ sealedPrivateKey }) => sealedPrivateKey)).toBe(true)
  })

  test('a secret is replaced without an outage: the new one opens what the old one sealed', async () => {
    const before = startProcess()
    const [kid, pairwise] = [(await before.signingKey('RS256')).kid, await before.pairwiseSecret()]
    await startProcess([NEXT_SECRET, SECRET]).publicKeys()
    clock += KEY_MAX_AGE_MS
    expect((await before.signingKey('RS256')).kid).toBe(kid)
    expect(await before.pairwiseSecret()).toEqual(pairwise)
    const after = startProcess([NEXT_SECRET])
    expect((await after.signingKey('RS256')).kid).toBe(kid)
    expect(await after.pairwiseSecret()).toEqual(pairwise)
    await expect(startProcess([SECRET]).signingKey('RS256')).rejects.toThrow('KEY_ENCRYPTION_SECRET does not open')
  })

  test('with a wrong secret nothing is signed and nothing is lost: public keys are still served', async () => {
    const kids = await publishedKids()
    const wrong = startProcess(['another-secret-that-sealed-none-of-them'])
    await expect(wrong.signingKey('ES256')).rejects.toThrow('KEY_ENCRYPTION_SECRET does not open the ES256 key.')
    await expect(wrong.pairwiseSecret()).rejects.toThrow('KEY_ENCRYPTION_SECRET does not open the HS256 key.')
    expect((await wrong.publicKeys()).map(({ kid }) => kid)).toEqual(kids)
    expect(await signingKid()).toBe(kids[0])
  })

  test("a private half that was put into another key's row does not open", async () => {
    await startProcess().publicKeys()
    await rotateKeys(database.sql, rotation)
    await database.sql`
      update provider.signing_keys k set sealed_private_key = other.sealed_private_key
        from provider.signing_keys other
       where k.algorithm = 'ES256' and other.algorithm = 'ES256' and k.generation = 1 and other.generation = 2`
    await expect(startProcess().signingKey('ES256')).rejects.toThrow('does not open')
  })

  test('the database holds no private member of a key, and no part of the secret', async () => {
    await startProcess().publicKeys()
    const { rows } = await database.pool.query('select k::text as row from provider.signing_keys k')
    const text = JSON.stringify(rows)
    for (const form of ['"d"', '\\"d\\"', '"p"', '"qi"', SECRET, Buffer.from('"d":').toString('hex')]) {
      expect(text).not.toContain(form)
    }
  })

  test('while the database is away, the keys that a process knows go on', async () => {
    const leaving = await createTestDatabase('postgresql', providerMigrations)
    const running = startProcess([SECRET], leaving)
    const { kid } = await running.signingKey('ES256')
    clock += KEY_MAX_AGE_MS
    await leaving.close()
    expect((await running.signingKey('ES256')).kid).toBe(kid)
    await expect(startProcess([SECRET], leaving).publicKeys()).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
  })
})
