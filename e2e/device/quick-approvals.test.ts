import { createMemorySessions, type Device, LEFT_OUT } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { expect, test } from 'vitest'
import { registerApp } from '../support/asking-app.ts'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { answerQuickly, newReturning, type Returning, release, SAID, SEEN, unlock } from '../support/returning.ts'
import { openAnother, previewOf } from './devices.ts'
import { changeNext, namedNext, recordOf, revoke, startOfPage } from './next-share.ts'

const core = useLyingCore()
const preview = (id: string) => previewOf(core, id)

/** In another page of the browser. */
async function answerIn(returning: Returning, said: Partial<typeof SAID> = {}, more = '') {
  const id = await returning.askAgain(more)
  return answerQuickly(core, await returning.openPage(), { id, ...SAID, ...said })
}

test('quick approval: an app that asks again gets the same with one gesture, and the log says so', async () => {
  const returning = await newReturning(core)
  const id = await returning.askAgain()
  const [known] = (await newDevice(core, { sessions: returning.sessions }).whoIsKnown({}))!.shared!
  expect(known).toEqual({
    asked: (await preview(id))['asked'],
    claims: SAID.claims,
    issuers: {},
    isSealed: false,
    possible: [],
    until: undefined,
  })
  const page = await returning.openPage()
  const answer = await page.approveQuickly({ id, ...SAID })
  expect(answer).toMatchObject({ code: expect.any(String), app: { client: { name: 'Books' } } })
  const [entry] = (await page.readActivity({})).events
  const { app, claims } = SAID
  const values = ['ada@example.org', 'Ada Lovelace']
  expect(entry?.event).toMatchObject({ auth_request_id: id, app, claims, values })
  expect(core.seen.find(({ call }) => call.endsWith(`${id}/complete/`))?.body).toMatchObject({
    approved_scopes: ['openid', 'email', 'profile'],
  })
})

test('quick approval: the page may show the name of the app in its language, and no other', async () => {
  const returning = await newReturning(core, { texts: { de: { name: 'Bücher' } } })
  const named = (name: string) => answerIn(returning, { app: { ...SAID.app, name } })
  expect(await named('Deine Bank')).toEqual(SEEN)
  expect((await named('Bücher')).answer).toMatchObject({ code: expect.any(String) })
  const [entry] = (await (await returning.openPage()).readActivity({})).events
  expect(entry?.event).toMatchObject({ app: { name: 'Books' } })
})

test('quick approval: also on another device of the user that shows the same', async () => {
  const { person, askAgain } = await newReturning(core)
  const phone = newDevice(core, { sessions: createMemorySessions() })
  await signInByPasskey(phone, person.passkey)
  await phone.confirmVault({ what: 'first_use' })
  expect(await phone.approveQuickly({ id: await askAgain(), ...SAID })).not.toBeNull()
})

test('quick approval: the record in the browser has no names and no values, and ends with the session', async () => {
  const { person, sessions } = await newReturning(core)
  const { shared } = (await sessions.read())!.session!
  expect(JSON.stringify(shared)).not.toMatch(/Books|ada@|Lovelace/)
  await signInByPasskey(person.bare, person.passkey)
  expect((await sessions.read())!.session!.shared).toEqual(shared)
  const app = await registerApp(core.system, { name: 'Mail', scopes: { email: {} } })
  await release(core, { device: person.device, app, values: { email: 'ada@example.org' } })
  const now = (await sessions.read())!.session!.shared!
  expect(now.map(({ claims }) => claims)).toEqual([['email'], SAID.claims])
  await person.device.signOut({})
  expect(await sessions.read()).toBeUndefined()
  await signUp(core, { sessions })
  expect((await sessions.read())!.session!.shared).toEqual([])
})

test('quick approval: the request can be denied while the vault is locked, within the session', async () => {
  const returning = await newReturning(core)
  const id = await returning.askAgain()
  const page = newDevice(core, { sessions: returning.sessions })
  expect(await page.denyLocked({ id })).toMatchObject({ app: { auth_request_id: id, client: { name: 'Books' } } })
  expect(await preview(id)).toMatchObject({ status: 'denied' })
  expect(await codeOf(newDevice(core).denyLocked({ id }))).toBe('locked')
})

test('quick approval: a page that shows other claims or another app shares nothing', async () => {
  const returning = await newReturning(core)
  for (const claims of [['email'], [...SAID.claims, 'nickname'], ['email', 'email'], []]) {
    expect(await answerIn(returning, { claims })).toEqual(SEEN)
  }
  for (const other of [{ name: 'Bank' }, { host: 'bank.example' }]) {
    expect(await answerIn(returning, { app: { ...SAID.app, ...other } })).toEqual(SEEN)
  }
})

/** Makes of the shared entry something else, beside another one that could be taken for it. */
async function replaceEmail(device: Device, now: { name?: string; value?: string }): Promise<void> {
  const { claims } = await device.refresh({})
  const { id, name, value } = claims.find((claim) => claim.name === 'email')!
  const put = [
    { name, value: 'countess@example.net' },
    { id, name, value, ...now },
  ]
  await device.saveItems({ put, remove: [] })
}

async function recover({ person: { device, recoveryKey } }: Returning): Promise<void> {
  await device.signInByRecoveryKey({ recoveryKey })
  await device.prepareRecoveryKey({})
  const login = `lost-${crypto.randomUUID().slice(0, 8)}`
  await device.recoverByPassword({ login, password: 'violet kettle in orbit' })
}

const inTwoDays = () => new Date(Date.now() + 2 * 24 * 3_600_000).toISOString()

test.each<[string, (returning: Returning) => Promise<unknown>]>([
  ['an edited value', ({ person }) => person.device.saveProfile({ values: { email: 'ada@example.net' } })],
  ['a removed value', ({ person }) => person.device.saveProfile({ values: { name: '' } })],
  ['a blank entry beside a like one', ({ person }) => replaceEmail(person.device, { value: ' ' })],
  ['an entry of another claim now', ({ person }) => replaceEmail(person.device, { name: 'nickname' })],
  ['a claim switched off for the next time', ({ person }) => changeNext(person.device, { name: LEFT_OUT })],
  ['an approval for once', (returning) => release(core, { ...of(returning), approval: { grant: { once: true } } })],
  [
    'an approval until a day',
    (returning) => release(core, { ...of(returning), approval: { grant: { ends_at: inTwoDays() } } }),
  ],
  ['revoked access', ({ person }) => revoke(person.device)],
  ['the end of all access', ({ person }) => person.device.endOtherSessions({ apps: true })],
  [
    'a new account key',
    async ({ person }) => {
      await person.device.prepareRecoveryKey({})
      await person.device.rotateAccountKey({})
    },
  ],
  ['a recovery', recover],
])('quick approval: none after %s, and the whole page starts from the last choice', async (_what, change) => {
  const returning = await newReturning(core)
  const { device } = returning.person
  await change(returning)
  expect(await recordOf(core, returning)).toBeUndefined()
  const id = await returning.askAgain()
  for (const claims of [SAID.claims, ['email'], []]) {
    expect(await answerQuickly(core, device, { ...SAID, id, claims })).toEqual(SEEN)
  }
  expect(await startOfPage(device, id)).toEqual(await namedNext(device))
})

const of = ({ person: { device }, app }: Returning) => ({ device, app })

test('quick approval: access that could not be noted as ended goes on, at the provider too', async () => {
  const returning = await newReturning(core)
  const { device } = returning.person
  for (const end of [() => revoke(device), () => device.endOtherSessions({ apps: true })]) {
    core.once.set('POST /api/vault/commits/', { status: 503, body: { code: 'service_unavailable' } })
    const before = core.seen.length
    expect(await codeOf(end())).toBe('service_unavailable')
    expect(callsSince(core, before).filter((call) => /revoke|apps=true/.test(call))).toEqual([])
  }
  expect((await answerIn(returning)).answer).not.toBeNull()
})

test.each<[string, (phone: Device, returning: Returning) => Promise<unknown>]>([
  ['gave the app less', (device, { app }) => release(core, { device, app, values: { email: 'ada@example.org' } })],
  ['revoked its access', revoke],
])('quick approval: none after another device %s, and the record here is corrected', async (_what, change) => {
  const returning = await newReturning(core)
  await change(await openAnother(core, returning.person), returning)
  expect(await recordOf(core, returning)).toMatchObject({ claims: SAID.claims })
  expect(await answerIn(returning)).toEqual(SEEN)
  expect(await recordOf(core, returning)).not.toMatchObject({ claims: SAID.claims })
})

test('quick approval: a request that was answered meanwhile gets nothing, and no log entry', async () => {
  const returning = await newReturning(core)
  const id = await returning.askAgain()
  const page = await returning.openPage()
  await page.denyLocked({ id })
  const { events } = await page.readActivity({})
  expect(await answerQuickly(core, page, { id, ...SAID })).toEqual(SEEN)
  expect((await page.readActivity({})).events).toEqual(events)
})

test('quick approval: max_age and prompt hold', async () => {
  const returning = await newReturning(core)
  for (const prompt of ['&prompt=consent', '&prompt=login']) {
    expect((await preview(await returning.askAgain(prompt)))['asked']).toBeUndefined()
    expect(await answerIn(returning, {}, prompt)).toEqual(SEEN)
  }
  await core.system.providerSql`update core.sessions set auth_time = now() - interval '2 hours'`
  expect(await codeOf(answerIn(returning, {}, '&max_age=3600'))).toBe('reauth_required')
})

test('quick approval: none for an app with new words, until its whole request was approved', async () => {
  const returning = await newReturning(core)
  const description = 'Sells addresses.'
  await updateClient(core.system.providerSql, returning.app.client.clientId, { description })
  const shown = async () => (await returning.person.device.readRequest({ id: await returning.askAgain() })).client
  await expect.poll(shown, { timeout: 10_000 }).toMatchObject({ description })
  expect(await answerIn(returning)).toEqual(SEEN)
  await release(core, of(returning))
  expect(await answerIn(returning)).not.toEqual(SEEN)
})

test('quick approval: only with the vault open, on a device that knows it, for a request of one’s own', async () => {
  const returning = await newReturning(core)
  const { sessions, person } = returning
  const id = await returning.askAgain()
  const page = newDevice(core, { sessions })
  expect(await codeOf(page.approveQuickly({ id, ...SAID }))).toBe('locked')
  await unlock(page, person)
  expect(await answerQuickly(core, page, { id, ...SAID })).toEqual(SEEN)
  const taken = await returning.askAgain()
  await (await signUp(core)).device.readRequest({ id: taken })
  const own = await returning.openPage()
  expect(await codeOf(own.approveQuickly({ id: taken, ...SAID }))).toBe('not_found')
})
