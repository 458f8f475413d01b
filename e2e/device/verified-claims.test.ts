import { newAppKey, openWith } from '@countersign/data-token/testing'
import { createMemoryStorage, type Device, type OpenedProfile } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../support/approval.ts'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { useLyingCore } from '../support/lying-core.ts'
import { lend } from '../support/shared.ts'
import { importInto } from './devices.ts'

const ATTEST = 'POST /api/internal/attest-data/'
const COMMIT = 'POST /api/vault/commits/'
const SCOPES = { openid: {}, email: {}, profile: {} }
const EMAIL = 'ada@example.org'

const core = useLyingCore()
const key = lend(newAppKey)
const plain = lend(() => registerApp(core.system, { name: 'Plain', scopes: SCOPES }))
const sealed = lend(() =>
  registerApp(core.system, {
    name: 'Sealed',
    scopes: SCOPES,
    claimsEncryptionKey: key.publicJwk,
    subjectType: 'pairwise',
  }),
)

const emailOf = ({ claims }: OpenedProfile) => claims.find(({ name }) => name === 'email')!
const lastCode = () => /(?<!\d)\d{6}(?!\d)/.exec(core.system.mails()[0]?.text ?? '')?.[0] ?? ''
/** An address that no other test has used: each gets few codes. */
const newEmail = () => `${crypto.randomUUID()}@example.org`

async function verify(device: Device, itemId: string): Promise<OpenedProfile> {
  await device.startVerification({ itemId, language: 'en' })
  return device.finishVerification({ code: lastCode() })
}

/** A user with a verified address. */
async function signUpVerified(email = newEmail()) {
  const person = await signUp(core)
  const saved = await person.device.saveProfile({ values: { email } })
  return { ...person, email, profile: await verify(person.device, emailOf(saved).id) }
}

/** Approves, and answers what core was handed and what the app got. */
async function share(device: Device, app: AskingApp, { id: itemId, value } = { id: '', value: '' }) {
  const approval = await approvalOf(core, device, (await app.begin()).url)
  const before = core.seen.length
  await device.approve({ ...approval, claims: itemId === '' ? [] : [{ itemId, value }] })
  const body = (call: RegExp) => core.seen.slice(before).find((each) => call.test(each.call))?.body
  const { data_token } = body(/complete/) as { data_token: string }
  const token = JSON.parse(Buffer.from(data_token.split('.')[1] ?? '', 'base64url').toString())
  return { handed: body(/attest-data/) as Record<string, unknown>, token }
}

describe('an address of the vault', () => {
  test('is verified by the code that is sent there, and says so on every device of its owner', async () => {
    const { device, profile, email, passkey } = await signUpVerified()
    const { verified } = emailOf(profile)
    expect(core.system.mails()[0]).toMatchObject({ to: email })
    expect(verified).toEqual({ method: 'email_code', at: expect.any(String), until: expect.any(String) })
    expect(Date.parse(verified!.until) - Date.parse(verified!.at)).toBe(365 * 24 * 3_600_000)
    const other = newDevice(core, { storage: createMemoryStorage() })
    expect(emailOf(await signInByPasskey(other, passkey)).verified).toEqual(verified)
    await device.signOut({})
  })

  test('keeps what was verified when its label changes, and loses it with another value', async () => {
    const { device, profile } = await signUpVerified()
    const { id, name, value, verified } = emailOf(profile)
    const labelled = await device.saveItems({ put: [{ id, name, value, label: 'Work' }], remove: [] })
    expect(emailOf(labelled).verified).toEqual(verified)
    const edited = await device.saveItems({ put: [{ id, name, value: 'eve@example.org' }], remove: [] })
    expect(emailOf(edited)).toMatchObject({ value: 'eve@example.org', verified: undefined })
    const back = await device.saveItems({ put: [{ id, name, value }], remove: [] })
    expect(emailOf(back).verified).toBeUndefined()
  })

  test('is not verified by a wrong code, and the right one still works', async () => {
    const { device } = await signUp(core)
    const itemId = emailOf(await device.saveProfile({ values: { email: newEmail() } })).id
    await device.startVerification({ itemId, language: 'de' })
    const right = lastCode()
    const wrong = right === '000000' ? '000001' : '000000'
    expect(await codeOf(device.finishVerification({ code: wrong }))).toBe('wrong_code')
    expect(emailOf(await device.finishVerification({ code: right })).verified).toBeDefined()
    expect(await codeOf(device.finishVerification({ code: right }))).toBe('locked')
  })

  test('is not verified where it became another one while the code was under way', async () => {
    const { device } = await signUp(core)
    const itemId = emailOf(await device.saveProfile({ values: { email: newEmail() } })).id
    await device.startVerification({ itemId, language: 'en' })
    const saved = await device.saveProfile({ values: { email: 'eve@example.org' } })
    expect(await codeOf(device.finishVerification({ code: lastCode() }))).toBe('stale_vault')
    expect(emailOf(saved).verified).toBeUndefined()
  })

  test('counts as verified for its owner alone, not for another person who imports it', async () => {
    const { device, email } = await signUpVerified()
    const { text } = await device.exportPlain({})
    const grace = await signUp(core)
    const imported = emailOf(await importInto(grace.device, text))
    expect(imported).toMatchObject({ value: email, verified: undefined })
    const { handed, token } = await share(grace.device, plain, imported)
    expect(handed).not.toHaveProperty('attestations')
    expect(token.email_verified).toBe(false)
  })

  test('counts as verified no longer where the value beside it was changed in the file that is imported', async () => {
    const { device, profile, email } = await signUpVerified()
    const { text } = await device.exportPlain({})
    await device.saveItems({ put: [], remove: [emailOf(profile).id] })
    const imported = emailOf(await importInto(device, text.replace(email, newEmail())))
    expect(imported.value).not.toBe(email)
    expect(imported.verified).toBeUndefined()
    expect(emailOf(await verify(device, imported.id)).verified).toBeDefined()
  })

  test('is verified in the form in which it leaves, and kept in it', async () => {
    const { device } = await signUp(core)
    const saved = await device.saveProfile({ values: { email: newEmail().replace('@example', '@EXAMPLE') } })
    const entry = emailOf(await verify(device, emailOf(saved).id))
    expect(entry).toMatchObject({ value: expect.stringMatching(/@example\.org$/), verified: { method: 'email_code' } })
    expect((await share(device, plain, entry)).token.email_verified).toBe(true)
  })

  test('no other claim can be verified', async () => {
    const { device } = await signUp(core)
    const { claims } = await device.saveProfile({ values: { name: 'Ada' } })
    expect(await codeOf(device.startVerification({ itemId: claims[0]!.id, language: 'en' }))).toBe('invalid_claims')
    expect(await device.listVerifiableClaims({})).toEqual(['email', 'phone'])
  })
})

describe('an approval of a verified address', () => {
  test('under a seal hands core neither the value nor the salt, and the app no identifier of core', async () => {
    const { device, profile, email } = await signUpVerified()
    const { handed, token } = await share(device, sealed, emailOf(profile))
    expect(handed).not.toHaveProperty('salts')
    expect(JSON.stringify(handed)).not.toContain(email)
    const { content } = await openWith(key, token.claims_jwe)
    expect(content).toMatchObject({ claims: { email }, salts: { email: expect.stringMatching(/^[\w-]{43}$/) } })
    expect(JSON.stringify(handed)).not.toContain(content.salts.email)
    expect(token.sub).not.toBe(profile.userId)
    expect(JSON.stringify([token, content])).not.toContain(profile.userId)
  })

  test('carries nothing of it where the address is not shared, or not verified', async () => {
    const { device } = await signUpVerified()
    expect((await share(device, sealed)).handed).not.toHaveProperty('attestations')
    const unverified = emailOf(await device.saveProfile({ values: { email: EMAIL } }))
    const { token } = await share(device, sealed, unverified)
    expect(token).not.toHaveProperty('claim_attestations')
    const { content } = await openWith(key, token.claims_jwe)
    expect(content).not.toHaveProperty('salts')
  })

  test('shows no longer as verified what core does not know any more, and then goes through without it', async () => {
    const { device, profile } = await signUpVerified()
    const entry = emailOf(profile)
    core.once.set(ATTEST, { status: 422, body: { error: 'unknown', code: 'invalid_attestation' } })
    expect(await codeOf(share(device, plain, entry))).toBe('invalid_attestation')
    expect(emailOf(await device.refresh({})).verified).toBeUndefined()
    const events = (await device.readActivity({})).events.map(({ event }) => event.type)
    expect(events.slice(0, 2)).toEqual(['release_failed', 'released'])
    expect((await share(device, plain, entry)).token.email_verified).toBe(false)
  })

  test('stays verified where core knows another one of the same approval no more', async () => {
    const { device, profile } = await signUpVerified()
    const refuse = async (claims: readonly string[]) => {
      core.once.set(ATTEST, { status: 422, body: { error: 'unknown', code: 'invalid_attestation', claims } })
      expect(await codeOf(share(device, plain, emailOf(profile)))).toBe('invalid_attestation')
      return emailOf(await device.refresh({})).verified
    }
    expect(await refuse(['phone'])).toBeDefined()
    expect(await refuse(['email'])).toBeUndefined()
  })

  test('says that core does not know it any more also where the vault cannot be changed', async () => {
    const { device, profile } = await signUpVerified()
    const away = { status: 503, body: { error: 'away', code: 'service_unavailable' }, times: 20 }
    core.once.set(ATTEST, {
      status: 422,
      get body() {
        core.once.set(COMMIT, away)
        return { error: 'unknown', code: 'invalid_attestation' }
      },
    })
    expect(await codeOf(share(device, plain, emailOf(profile)))).toBe('invalid_attestation')
    core.once.delete(COMMIT)
  })

  test('says of which app takes it verified only, and core lets no other through', async () => {
    const strict = await registerApp(core.system, { name: 'Strict', scopes: SCOPES })
    await updateClient(core.system.providerSql, strict.client.clientId, { verifiedClaimsRequired: ['email'] })
    const { device, profile } = await signUpVerified()
    const url = (await strict.begin()).url
    const approval = await approvalOf(core, device, url)
    expect((await device.readRequest({ id: approval.id })).client.verified_claims_required).toEqual(['email'])
    expect((await share(device, strict, emailOf(profile))).token.email_verified).toBe(true)
    const unverified = emailOf(await device.saveProfile({ values: { email: newEmail() } }))
    expect(await codeOf(share(device, strict, unverified))).toBe('invalid_claims')
    expect((await share(device, strict)).token.claims).toEqual({})
    const again = emailOf(await verify(device, unverified.id))
    core.once.set(ATTEST, { status: 400, body: { error: 'Only a verified email.', code: 'invalid_claims' } })
    expect(await codeOf(share(device, strict, again))).toBe('invalid_claims')
    expect(emailOf(await device.refresh({})).verified).toBeUndefined()
  })
})
