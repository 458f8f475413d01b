import { createMemorySessions } from '@countersign/device'
import { codeOf, newDevice, signUp } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalOf, showClaims } from '../support/approval.ts'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { useLyingCore } from '../support/lying-core.ts'

const core = useLyingCore()
let books: AskingApp
beforeAll(async () => {
  books = await registerApp(core.system, { name: 'Books', scopes: { openid: {}, email: {} } })
})

describe('a request that is given back', () => {
  test('is approved by another person, and no longer by the one who gave it back', async () => {
    const [ada, bob] = [await signUp(core), await signUp(core)]
    const approval = await approvalOf(core, ada.device, (await books.begin()).url)
    const { id } = approval
    expect(await codeOf(bob.device.readRequest({ id }))).toBe('not_found')
    await ada.device.giveBackRequest({ id })
    await bob.device.readRequest({ id })
    const hers = { ...approval, claims: await showClaims(ada.device, { email: 'ada@example.org' }) }
    expect(await codeOf(ada.device.approve(hers))).toBe('not_found')
    const his = { ...approval, claims: await showClaims(bob.device, { email: 'bob@example.org' }) }
    expect(await bob.device.approve(his)).toMatchObject({ code: expect.stringMatching(/^cs_ac_/) })
  })

  test('is so within the kept session too, with the vault shut, and by no device without one', async () => {
    const sessions = createMemorySessions()
    const ada = await signUp(core, { sessions })
    const { id } = await approvalOf(core, ada.device, (await books.begin()).url)
    expect(await codeOf(newDevice(core).giveBackRequest({ id }))).toBe('locked')
    await newDevice(core, { sessions }).giveBackRequest({ id })
    const bob = await signUp(core)
    expect(await bob.device.readRequest({ id })).toMatchObject({ status: 'pending' })
  })

  test('is of no other person, who cannot give it back', async () => {
    const [ada, bob] = [await signUp(core), await signUp(core)]
    const { id } = await approvalOf(core, ada.device, (await books.begin()).url)
    expect(await codeOf(bob.device.giveBackRequest({ id }))).toBe('not_found')
    expect(await codeOf(bob.device.readRequest({ id }))).toBe('not_found')
    expect(await ada.device.readRequest({ id })).toMatchObject({ status: 'pending' })
  })
})
