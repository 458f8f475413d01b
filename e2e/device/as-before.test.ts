import type { CallInput, Device } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { codeOf, newDevice, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { answerQuickly, newReturning, type Returning, release, SAID, SEEN, unlock } from '../support/returning.ts'
import { openAnother, previewOf } from './devices.ts'

const COMMIT = 'POST /api/vault/commits/'
const core = useLyingCore()
const preview = (id: string) => previewOf(core, id)

/** Makes of the entry that was given something else, beside another one that could be taken for it. */
async function replaceEmail(device: Device, now: { name?: string; value?: string }): Promise<void> {
  const { claims } = await device.refresh({})
  const { id, name, value } = claims.find((claim) => claim.name === 'email')!
  await device.saveItems({
    put: [
      { name, value: 'countess@example.net' },
      { id, name, value, ...now },
    ],
    remove: [],
  })
}

const ALL = { email: 'ada@example.org', name: 'Ada Lovelace', nickname: 'Countess' }

async function switchOff(device: Device, claim: string): Promise<void> {
  const [app] = await device.readAppHistory({})
  await device.changeNextChoice({ clientId: app!.clientId, claims: { [claim]: '' } })
}

async function recover({ person: { device, recoveryKey } }: Returning): Promise<void> {
  await device.signInByRecoveryKey({ recoveryKey })
  await device.prepareRecoveryKey({})
  await device.recoverByPassword({
    login: `lost-${crypto.randomUUID().slice(0, 8)}`,
    password: 'violet kettle in orbit',
  })
}

/** In another page of the browser. */
async function answerIn(returning: Returning, id: string, said: Partial<typeof SAID> = {}) {
  return answerQuickly(core, await returning.openPage(), { id, ...SAID, ...said })
}

describe('the person sees the whole page, and nothing is shared before,', () => {
  test('where page or browser names other claims than the app was given', async () => {
    const returning = await newReturning(core)
    const id = await returning.askAgain()
    for (const claims of [['email'], [...SAID.claims, 'nickname'], ['email', 'email'], []]) {
      expect(await answerIn(returning, id, { claims })).toEqual(SEEN)
    }
  })

  test.each([{ name: 'Bank' }, { host: 'bank.example' }])('where the page shows another app: %j', async (other) => {
    const returning = await newReturning(core)
    expect(await answerIn(returning, await returning.askAgain(), { app: { ...SAID.app, ...other } })).toEqual(SEEN)
  })

  test.each<[string, (device: Device) => Promise<unknown>]>([
    ['a value was edited', (device) => device.saveProfile({ values: { email: 'ada@example.net' } })],
    ['a value was removed', (device) => device.saveProfile({ values: { name: '' } })],
    ['a value is none of its claim', (device) => device.saveProfile({ values: { email: 'ada@' } })],
    ['its entry is blank, and another one is there', (device) => replaceEmail(device, { value: ' ' })],
    ['its entry is of another claim, and another one is there', (device) => replaceEmail(device, { name: 'nickname' })],
  ])('where %s', async (_what, change) => {
    const returning = await newReturning(core)
    await change(returning.person.device)
    expect(await answerIn(returning, await returning.askAgain())).toEqual(SEEN)
  })

  test('where the request was answered meanwhile, and the log says nothing more', async () => {
    const returning = await newReturning(core)
    const id = await returning.askAgain()
    const page = await returning.openPage()
    await page.denyLocked({ id })
    const { events } = await page.readActivity({})
    expect(await answerQuickly(core, page, { id, ...SAID })).toEqual(SEEN)
    expect((await page.readActivity({})).events).toEqual(events)
  })

  test('where the owner chose something else for this time, even if the page names just that', async () => {
    const returning = await newReturning(core)
    const { person, app } = returning
    await release(core, { device: person.device, app, values: ALL })
    await switchOff(person.device, 'nickname')
    for (const claims of [Object.keys(ALL), SAID.claims]) {
      expect(await answerIn(returning, await returning.askAgain(), { claims })).toEqual(SEEN)
    }
  })

  test('where another device gave less since', async () => {
    const returning = await newReturning(core)
    const phone = await openAnother(core, returning.person)
    await release(core, { device: phone, app: returning.app, values: { email: 'ada@example.org' } })
    expect(await answerIn(returning, await returning.askAgain())).toEqual(SEEN)
  })

  test.each<[string, Partial<CallInput<'approve'>>]>([
    ['for once', { grant: { once: true } }],
    ['until a day', { grant: { ends_at: new Date(Date.now() + 2 * 24 * 3_600_000).toISOString() } }],
  ])('where the app was allowed %s', async (_what, approval) => {
    const returning = await newReturning(core, { approval })
    expect((await returning.sessions.read())!.session!.shared ?? []).toEqual([])
    expect(await answerIn(returning, await returning.askAgain())).toEqual(SEEN)
  })

  const revoke = ({ person, app }: Returning) =>
    person.device.revokeApp({ clientId: app.client.clientId, name: 'Books' })

  test.each<[string, (returning: Returning) => Promise<unknown>]>([
    ['that it was taken back', revoke],
    ['that all others were signed out, apps too', ({ person }) => person.device.endOtherSessions({ apps: true })],
    [
      'the account key that was replaced',
      async ({ person }) => {
        await person.device.prepareRecoveryKey({})
        await person.device.rotateAccountKey({})
      },
    ],
    ['its owner’s methods that were lost', recover],
  ])('where the app has lost what it had: %s', async (_how, end) => {
    const returning = await newReturning(core)
    await end(returning)
    const id = await returning.askAgain()
    expect(await answerQuickly(core, returning.person.device, { id, ...SAID })).toEqual(SEEN)
  })

  test('and the app keeps what it has, where it cannot be written down that it ended', async () => {
    const returning = await newReturning(core)
    const { device } = returning.person
    for (const end of [revoke, () => device.endOtherSessions({ apps: true })]) {
      core.once.set(COMMIT, { status: 503, body: { code: 'service_unavailable' } })
      const before = core.seen.length
      expect(await codeOf(end(returning))).toBe('service_unavailable')
      const ends = callsSince(core, before).filter((call) => /revoke|apps=true/.test(call))
      expect(ends).toEqual([])
    }
    await revoke(returning)
    expect(await answerIn(returning, await returning.askAgain())).toEqual(SEEN)
  })

  test('where the sign-in is older than the app accepts', async () => {
    const returning = await newReturning(core)
    const id = await returning.askAgain('&max_age=3600')
    await core.system.providerSql`update core.sessions set auth_time = now() - interval '2 hours'`
    expect(await codeOf(answerIn(returning, id))).toBe('reauth_required')
  })

  test.each(['&prompt=consent', '&prompt=login'])('where the app asks with %s', async (more) => {
    const returning = await newReturning(core)
    const id = await returning.askAgain(more)
    expect((await preview(id))['asked']).toBeUndefined()
    expect(await answerIn(returning, id)).toEqual(SEEN)
  })

  test('where the app takes a claim verified only by now', async () => {
    const returning = await newReturning(core)
    const asked = async () => (await preview(await returning.askAgain()))['asked']
    const before = await asked()
    await updateClient(core.system.providerSql, returning.app.client.clientId, { verifiedClaimsRequired: ['email'] })
    await expect.poll(asked, { timeout: 10_000 }).not.toBe(before)
    expect(await answerIn(returning, await returning.askAgain())).toEqual(SEEN)
  })

  test.each<[string, Parameters<typeof updateClient>[2]]>([
    [
      'other words on why it asks',
      {
        scopes: ['openid', 'email', 'profile', 'phone'].map((name) => ({
          name,
          required: false,
          reason: 'To sell it.',
        })),
      },
    ],
    ['another description', { description: 'Sells addresses.' }],
    ['other terms', { tosUri: 'https://books.example/terms' }],
    ['another privacy policy', { policyUri: 'https://books.example/privacy' }],
  ])('where the app has %s by now', async (_what, changes) => {
    const returning = await newReturning(core)
    const asked = async () => (await preview(await returning.askAgain()))['asked']
    const before = await asked()
    await updateClient(core.system.providerSql, returning.app.client.clientId, changes)
    await expect.poll(asked, { timeout: 10_000 }).not.toBe(before)
    const id = await returning.askAgain()
    expect(await answerIn(returning, id)).toEqual(SEEN)
    // Once it was shown and approved, it is as before.
    await release(core, { device: returning.person.device, app: returning.app })
    expect(await answerIn(returning, await returning.askAgain())).not.toEqual(SEEN)
  })

  test('where this device does not know the vault', async () => {
    const returning = await newReturning(core)
    const page = newDevice(core, { sessions: returning.sessions })
    await unlock(page, returning.person)
    expect(await answerQuickly(core, page, { id: await returning.askAgain(), ...SAID })).toEqual(SEEN)
  })

  test('where the vault is locked, or the request is another person’s', async () => {
    const returning = await newReturning(core)
    const id = await returning.askAgain()
    const locked = newDevice(core, { sessions: returning.sessions })
    expect(await codeOf(locked.approveQuickly({ id, ...SAID }))).toBe('locked')
    const other = await signUp(core)
    await other.device.readRequest({ id })
    const page = await returning.openPage()
    expect(await codeOf(page.approveQuickly({ id, ...SAID }))).toBe('not_found')
  })
})
