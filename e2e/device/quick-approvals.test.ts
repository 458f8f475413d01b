import { createMemorySessions } from '@countersign/device'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { registerApp } from '../support/asking-app.ts'
import { useLyingCore } from '../support/lying-core.ts'
import { newReturning, release, SAID } from '../support/returning.ts'
import { previewOf } from './devices.ts'

const core = useLyingCore()
const preview = (id: string) => previewOf(core, id)

describe('an app that asks again for what it got', () => {
  test('is known by its question before the vault is open, and gets the same with one gesture', async () => {
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
    expect(entry?.event).toMatchObject({
      auth_request_id: id,
      ...SAID,
      values: ['ada@example.org', 'Ada Lovelace'],
    })
    expect(core.seen.find(({ call }) => call.endsWith(`${id}/complete/`))?.body).toMatchObject({
      approved_scopes: ['openid', 'email', 'profile'],
    })
  })

  test('gets it under its name in the language of the page, and under none that it never had', async () => {
    const texts = { de: { name: 'Bücher' } }
    const returning = await newReturning(core, { texts })
    const id = await returning.askAgain()
    const page = await returning.openPage()
    const shown = (name: string) => ({ id, ...SAID, app: { ...SAID.app, name } })
    expect(await page.approveQuickly(shown('Deine Bank'))).toBeNull()
    expect(await page.approveQuickly(shown('Bücher'))).toMatchObject({ code: expect.any(String) })
    const [entry] = (await page.readActivity({})).events
    expect(entry?.event).toMatchObject({ auth_request_id: id, app: { name: 'Books' } })
  })

  test('gets it on another device of the person too, where that says the same', async () => {
    const { person, askAgain } = await newReturning(core)
    const phone = newDevice(core, { sessions: createMemorySessions() })
    await signInByPasskey(phone, person.passkey)
    await phone.confirmVault({ what: 'first_use' })
    const id = await askAgain()
    expect(await phone.approveQuickly({ id, ...SAID })).not.toBeNull()
  })

  test('is remembered here by no name and no value, as long as the session of the same person', async () => {
    const { person, sessions } = await newReturning(core)
    const { shared } = (await sessions.read())!.session!
    expect(JSON.stringify(shared)).not.toMatch(/Books|ada@|Lovelace/)
    await signInByPasskey(person.bare, person.passkey)
    expect((await sessions.read())!.session!.shared).toEqual(shared)
    await person.device.signOut({})
    expect(await sessions.read()).toBeUndefined()
  })

  test('is the first of several, and forgotten where another person signs in', async () => {
    const { sessions, person } = await newReturning(core)
    const app = await registerApp(core.system, { name: 'Mail', scopes: { email: {} } })
    await release(core, { device: person.device, app, values: { email: 'ada@example.org' } })
    const now = (await sessions.read())!.session!.shared!
    expect(now.map(({ claims }) => claims)).toEqual([['email'], SAID.claims])
    await signUp(core, { sessions })
    expect((await sessions.read())!.session!.shared).toEqual([])
  })

  test('is denied within the session, with the vault shut', async () => {
    const returning = await newReturning(core)
    const id = await returning.askAgain()
    const page = newDevice(core, { sessions: returning.sessions })
    expect(await page.denyLocked({ id })).toMatchObject({ app: { auth_request_id: id, client: { name: 'Books' } } })
    expect(await preview(id)).toMatchObject({ status: 'denied' })
    expect(await codeOf(newDevice(core).denyLocked({ id }))).toBe('locked')
  })
})
