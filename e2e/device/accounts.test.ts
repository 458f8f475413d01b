import { codeOf, createAuthenticator, keepFirstRecoveryKey, newDevice, prfOutputOf } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { outcomeOf } from './devices.ts'

const password = 'violet kettle sleeps in orbit'
const otherPassword = 'marble kettle of another house'
const FINISH = 'POST /api/account/register/finish/'
const START = 'POST /api/account/register/start/'

const core = useLyingCore()

async function signUp(login: string) {
  const device = newDevice(core)
  await device.createAccount({ login, password })
  return { device, ...(await keepFirstRecoveryKey(device)) }
}

describe('an account', () => {
  test('opens on another device with its password, in any case of its name', async () => {
    const { device } = await signUp('ada')
    await device.saveProfile({ values: { email: 'ada@example.org' } })
    const opened = await newDevice(core).signIn({ login: ' ADA ', password })
    expect(opened).toMatchObject({
      values: { email: 'ada@example.org' },
      firstUse: { device: 'Chrome on Linux', gen: 3 },
    })
  })

  test('stays shut for a wrong password, and core is not even asked to finish', async () => {
    await signUp('grace')
    const before = core.seen.length
    expect(await codeOf(newDevice(core).signIn({ login: 'grace', password: `${password}!` }))).toBe(
      'invalid_credentials',
    )
    expect(callsSince(core, before)).toEqual(['POST /api/session/password/start/'])
  })

  test('is not requested with a too short password', async () => {
    expect(await outcomeOf(core, newDevice(core).signIn({ login: 'ada', password: 'short' }))).toEqual([
      'invalid_credentials',
    ])
  })

  test('whose name is taken gets another one, before anything is written', async () => {
    await signUp('taken')
    const device = newDevice(core)
    expect(await codeOf(device.createAccount({ login: 'taken', password }))).toBe('login_taken')
    expect(await codeOf(device.showRecoveryKey({}))).toBe('locked')
    expect(await device.createAccount({ login: 'not-taken', password })).toMatchObject({ values: {} })
  })

  test.each<[string, string, () => void]>([
    ['was lost', 'offline', () => core.once.set(FINISH, 'lost')],
    ['was unreadable', 'unexpected_answer', () => core.lies.set(FINISH, () => ({}))],
  ])('is opened by trying again although the answer to its sign-up %s', async (_case, code, fail) => {
    const login = `unlucky-${code.replace('_', '-')}`
    const device = newDevice(core)
    fail()
    expect(await codeOf(device.createAccount({ login, password }))).toBe(code)
    core.lies.delete(FINISH)
    const opened = await device.createAccount({ login, password })
    expect(opened).toMatchObject({ values: {}, scope: 'full' })
    expect((await newDevice(core).signIn({ login, password })).userId).toBe(opened.userId)
  })

  test('is opened by trying again although the lost sign-up took the last place of the invitation', async () => {
    const invited = { login: 'last-place', password, invitation: `cs_inv_${'A'.repeat(43)}` }
    const device = newDevice(core)
    core.once.set(FINISH, 'lost')
    expect(await codeOf(device.createAccount(invited))).toBe('offline')
    const usedUp = { status: 403, body: { code: 'invalid_invitation' } }
    core.once.set(START, usedUp)
    expect(await device.createAccount(invited)).toMatchObject({ values: {}, scope: 'full' })
    core.once.set(START, usedUp)
    expect(await codeOf(newDevice(core).createAccount(invited))).toBe('invalid_invitation')
  })

  test.each([
    ['was taken before', { status: 503, body: { code: 'service_unavailable' } }, 'service_unavailable', true],
    ['is taken after an unknown outcome', { status: 200, body: {} }, 'unexpected_answer', false],
  ])('of another person is not opened by trying again, where the name %s', async (_case, answer, code, isEarlier) => {
    const login = `contested-${isEarlier}`
    const device = newDevice(core)
    if (isEarlier) await signUp(login)
    core.once.set(FINISH, answer)
    expect(await codeOf(device.createAccount({ login, password: otherPassword }))).toBe(code)
    if (!isEarlier) await signUp(login)
    expect(await codeOf(device.createAccount({ login, password: otherPassword }))).toBe('login_taken')
    expect(await codeOf(device.refresh({}))).toBe('locked')
    expect(await device.createAccount({ login: `un${login}`, password: otherPassword })).toMatchObject({ values: {} })
  })

  test('is closed on the device and at core after sign-out', async () => {
    const { device } = await signUp('leaving')
    const before = core.seen.length
    expect(await device.signOut({})).toBeNull()
    expect(callsSince(core, before)).toEqual(['DELETE /api/session/'])
    expect(await codeOf(device.refresh({}))).toBe('locked')
    const { authorization } = core.seen.at(-1)!.headers
    const answer = await fetch(`${core.url}/api/vault/`, { headers: { authorization: String(authorization) } })
    expect(answer.status).toBe(401)
  })
})

describe('a vault', () => {
  test('is not committed when nothing changed', async () => {
    const { device } = await signUp('idle')
    await device.saveProfile({ values: { name: 'Idle' } })
    expect(await outcomeOf(core, device.saveProfile({ values: { name: 'Idle', email: '' } }))).toEqual(['nothing'])
  })

  test('gives up after five rounds against a server that refuses each', async () => {
    const { device } = await signUp('contended')
    const call = 'POST /api/vault/commits/'
    const before = core.seen.length
    core.once.set(call, { status: 412, body: { code: 'stale_vault' }, times: 5 })
    expect(await codeOf(device.saveProfile({ values: { name: 'x' } }))).toBe('stale_vault')
    expect(callsSince(core, before).filter((seen) => seen === call)).toHaveLength(5)
  })

  test('answers nothing before a sign-in', async () => {
    const device = newDevice(core)
    expect(await codeOf(device.readRequest({ id: 'r1' }))).toBe('locked')
    expect(await codeOf(device.showRecoveryKey({}))).toBe('locked')
    expect(await codeOf(device.confirmRecoveryKey({}))).toBe('locked')
  })
})

test.each([
  ['is made with an identifier of 512 bytes', 683, undefined],
  ['is refused where its identifier is too long to be bound to, before anything is stored', 684, 'passkey_no_prf'],
])('a passkey %s', async (_case, characters, refusal) => {
  const device = newDevice(core)
  const passkey = createAuthenticator({ origin: core.origin })
  const { options } = await device.startPasskeySignUp({})
  const id = 'A'.repeat(characters)
  const start = core.seen.length
  const response = { ...passkey.create(options), id, rawId: id }
  const code = await codeOf(device.finishPasskeySignUp({ response, prf: prfOutputOf(passkey) }))
  expect(code).toBe(refusal ?? 'nothing')
  expect(callsSince(core, start)).toHaveLength(refusal === undefined ? 1 : 0)
})
