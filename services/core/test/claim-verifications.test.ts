import { randomBytes } from 'node:crypto'
import { hashClaimValue, readClaimAttestation } from '@countersign/data-token'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createVerificationLimits } from '../src/flow/claim-verifications/verification-limits.ts'
import { dumpDatabase, fixture, readTestConfig, startCore } from './core-under-test.ts'
import { bearer, type PasswordPerson, refusalOf } from './person.ts'

const EMAIL = 'ada.verified@example.org'
const newSalt = () => randomBytes(32).toString('base64url')

describe('verifying a claim', () => {
  const core = startBeforeAll(() => startCore())
  let ada: PasswordPerson
  const grace = fixture(beforeAll, () => core.newPerson())

  let sent = 0
  beforeEach(async () => {
    core.mails.length = 0
    if (sent > 2) await becomeSomebodyElse()
  })
  beforeAll(async () => {
    await becomeSomebodyElse()
  })

  /** A person has so many codes an hour. */
  async function becomeSomebodyElse(): Promise<void> {
    ada = await core.newPerson()
    sent = 0
  }

  const uniqueEmail = () => `${randomBytes(6).toString('hex')}@example.org`
  const start = (value = uniqueEmail(), changes: object = {}, person = ada) => {
    sent += 1
    const payload = { claim: 'email', value, language: 'en', ...changes }
    return core.post('/api/claim-verifications/start/', payload, bearer(person.token))
  }
  const finish = (payload: object, person = ada) =>
    core.post('/api/claim-verifications/finish/', payload, bearer(person.token))
  const codeIn = (text = '') => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? ''

  /** All that the last message of a verification needs. */
  async function begin(value = uniqueEmail()) {
    const { verification_id } = (await start(value)).json<{ verification_id: string }>()
    return { verification_id, claim: 'email', value, salt: newSalt(), code: codeIn(core.mails.at(-1)?.text) }
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('ends in an attestation of this person and this value, which says neither', async () => {
    const right = await begin(EMAIL)
    const finished = await finish(right)
    expect(finished.statusCode, finished.body).toBe(200)
    const { attestation } = finished.json<{ attestation: string }>()
    const expected = { issuer: 'https://sign.example', subject: ada.userId, now: new Date() }
    const read = await readClaimAttestation(attestation, core.config.dataTokenKeys, expected)
    const value_sha256 = await hashClaimValue(right.salt, EMAIL)
    expect(read).toMatchObject({ claim: 'email', method: 'email_code', value_sha256 })
    expect((read?.exp ?? 0) - (read?.iat ?? 0)).toBe(365 * 24 * 3_600)
    expect(Buffer.from(attestation.split('.')[1] ?? '', 'base64url').toString()).not.toContain('ada.verified')
  })

  test('sends the code in the language of the person, as text and as a page, and nothing of theirs', async () => {
    await start('zoe@example.org', { language: 'ar' })
    const [mail] = core.mails
    expect(mail).toMatchObject({ to: 'zoe@example.org', subject: 'رمزك لدى sign.example' })
    expect(mail?.html).toContain('lang="ar" dir="rtl"')
    expect(codeIn(mail?.html)).toBe(codeIn(mail?.text))
    await start('+41791234567', { claim: 'phone', language: 'de' })
    expect(core.mails[1]).toMatchObject({ to: '+41791234567' })
    expect(core.mails[1]?.text).toMatch(/^\d{6} ist Ihr Code für sign\.example\./)
  })

  test('keeps neither address nor code nor hash, before or after, and logs none', async () => {
    const right = await begin()
    const during = await dumpDatabase(core.database)
    await finish(right)
    const { value, salt, code, verification_id } = right
    const after = await dumpDatabase(core.database)
    expect(during).toContain(verification_id)
    expect(after).not.toContain(verification_id)
    const hash = (await hashClaimValue(salt, value))!
    for (const secret of [value, value.split('@')[0]!, salt, hash, `"${code}"`, `,${code},`]) {
      for (const text of [during, after, core.log()]) expect(text).not.toContain(secret)
    }
    expect(core.log()).toContain('claim_verified')
  })

  test('takes a code once', async () => {
    const right = await begin()
    const answers = await Promise.all([finish(right), finish(right), finish(right)])
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 410, 410])
    expect((await finish(right)).json().code).toBe('verification_expired')
  })

  test('takes five tries, however many come at once, and then not the right code either', async () => {
    const right = await begin()
    const tries = Array.from({ length: 12 }, () => finish({ ...right, code: wrong(right.code) }))
    const codes = (await Promise.all(tries)).map((answer) => answer.json<{ code: string }>().code)
    expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(5)
    expect(codes.filter((code) => code === 'verification_expired')).toHaveLength(7)
    expect((await finish(right)).json().code).toBe('verification_expired')
  })

  test('takes a code for ten minutes', async () => {
    const right = await begin()
    const { sql } = core.database
    const [row] = await sql<{ lasts: number }>`
      select extract(epoch from expires_at - now())::int as lasts
        from core.claim_verifications where verification_id = ${right.verification_id}`
    expect(row?.lasts).toBeGreaterThan(590)
    expect(row?.lasts).toBeLessThanOrEqual(600)
    await sql`
      update core.claim_verifications set expires_at = now() where verification_id = ${right.verification_id}`
    expect((await finish(right)).json().code).toBe('verification_expired')
  })

  test.each<[string, (right: Awaited<ReturnType<typeof begin>>) => object, number, string]>([
    ['another value than the code went to', () => ({ value: 'eve@example.org' }), 422, 'wrong_code'],
    ['another claim', () => ({ claim: 'phone' }), 422, 'wrong_code'],
    ['another code', ({ code }) => ({ code: wrong(code) }), 422, 'wrong_code'],
    ['an unknown verification', () => ({ verification_id: crypto.randomUUID() }), 410, 'verification_expired'],
    ['a salt of another length', () => ({ salt: 'A'.repeat(42) }), 400, 'invalid_request'],
    ['letters for a code', () => ({ code: 'abcdef' }), 400, 'invalid_request'],
  ])('refuses %s', async (_case, change, status, code) => {
    const right = await begin()
    expect(refusalOf(await finish({ ...right, ...change(right) }))).toEqual([status, code])
  })

  test("refuses another person's code, and leaves it to its owner", async () => {
    const right = await begin()
    expect((await finish(right, grace)).json().code).toBe('verification_expired')
    expect((await finish(right)).statusCode).toBe(200)
  })

  test.each<[string, string, object?]>([
    ['no address', 'ada'],
    ['two addresses', 'ada@example.org,eve@example.org'],
    ['a name before it', 'Ada <ada@example.org>'],
    ['a quoted name', '"ada eve"@example.org'],
    ['a line of its own', 'ada@example.org\r\nBcc: eve@example.org'],
    ['a space', 'ada @example.org'],
    ['a host without a dot', 'ada@localhost'],
    ['two dots', 'ada..eve@example.org'],
    ['a dot before the sign', 'ada.@example.org'],
    ['another host behind a percent sign', 'victim%other.org@relay.example'],
    ['a way by another host', 'other.org!victim@relay.example'],
    ['a hyphen in front', '-f@example.org'],
    ['numbers for a host', 'ada@192.0.2.1'],
    ['a label that ends in a hyphen', 'ada@b-.example'],
    ['far too much', `${'a'.repeat(300)}@example.org`],
    ...[
      '+41 79 123 45 67',
      '+49 30 1234567/89',
      '079 123 45 67',
      '+0123456789',
      '+12',
      '+41 79 123 45 67 89 10 11',
      '+41abc4567890',
    ].map((value): [string, string, object] => [`the malformed number ${value}`, value, { claim: 'phone' }]),
  ])('sends no code to a destination with %s', async (_case, value, changes) => {
    expect(refusalOf(await start(value, changes))).toEqual([400, 'invalid_claims'])
    expect(core.mails).toEqual([])
  })

  test('refuses an address that takes no messages, and warns of it without the address', async () => {
    expect(refusalOf(await start('nobody@example.org'))).toEqual([400, 'invalid_claims'])
    expect(core.log()).toContain('"code_refused"')
    expect(core.log()).not.toContain('nobody@')
  })

  test('sends a person five codes an hour, and an address five from whomever, in any spelling', async () => {
    await becomeSomebodyElse()
    for (let count = 0; count < 5; count += 1) expect((await start()).statusCode).toBe(200)
    const sixth = await start()
    expect(refusalOf(sixth)).toEqual([429, 'too_many_requests'])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_000)

    const [name, host] = uniqueEmail().split('@')
    const others = await Promise.all([1, 2, 3].map(() => core.newPerson()))
    const dotted = `${name?.slice(0, 3)}.${name?.slice(3)}@googlemail.com`
    for (const address of [`${name}@gmail.com`, dotted, dotted, dotted, dotted]) {
      expect((await start(address, {}, others[0])).statusCode).toBe(200)
    }
    expect((await start(`${name}@gmail.com`, {}, others[1])).statusCode).toBe(429)
    const spellings = [`${name}@${host}`, `${name?.toUpperCase()}@${host}`, `${name}+shop@${host}`]
    for (let count = 0; count < 5; count += 1) {
      expect((await start(spellings[count % 3], {}, others[1 + (count % 2)])).statusCode).toBe(200)
    }
    expect((await start(spellings[2], {}, others[1])).statusCode).toBe(429)
    expect(core.mails).toHaveLength(15)
  })

  test('lets a user try twenty wrong codes a day over all codes, and leaves other users theirs', async () => {
    await becomeSomebodyElse()
    for (let code = 0; code < 4; code += 1) {
      const right = await begin()
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await finish({ ...right, code: wrong(right.code) })).json().code).toBe('wrong_code')
      }
    }
    const right = await begin()
    const refused = await finish(right)
    expect(refusalOf(refused)).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
    await becomeSomebodyElse()
    expect((await finish(await begin())).statusCode).toBe(200)
  })
})

test('a network has so many codes an hour', async () => {
  const core = await startCore('postgresql', { config: await readTestConfig({ RATE_LIMIT_VERIFICATIONS: '2' }) })
  const statuses: number[] = []
  for (const name of ['ada', 'grace', 'hedy']) {
    const { token } = await core.newPerson()
    const body = { claim: 'email', value: `${name}@example.org`, language: 'en' }
    statuses.push((await core.post('/api/claim-verifications/start/', body, bearer(token))).statusCode)
  }
  await core.close()
  expect(statuses).toEqual([200, 200, 429])
})

test('a person, and an address, have twelve codes a day', async () => {
  const hour = 3_600_000
  let time = Date.now()
  const limits = createVerificationLimits(await readTestConfig(), () => new Date(time))
  const countIn = (hours: number, request: { userId: string; destination: string }) => {
    time += hours * hour
    for (let sent = 0; sent < 4; sent += 1) limits.count({ ip: '192.0.2.1', ...request })
  }
  const ask = { userId: 'ada', destination: 'ada@example.org' }
  for (const hours of [0, 2, 2]) countIn(hours, ask)
  time += 2 * hour
  expect(() => countIn(0, { ...ask, destination: 'other@example.org' })).toThrow('Too many codes')
  expect(() => countIn(0, { ...ask, userId: 'grace' })).toThrow('Too many codes')
  countIn(0, { userId: 'grace', destination: 'grace@example.org' })
  countIn(18, ask)
})
