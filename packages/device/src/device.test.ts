import { codeOf } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice } from './device.ts'
import { createMemoryStorage, type DeviceMemories } from './device-storage.ts'
import { type FakeCore, startFakeCore } from './testing/fake-core.ts'

const password = 'correct horse battery staple'
const FINISH = 'POST /api/account/register/finish/'

let core: FakeCore
beforeAll(async () => {
  core = await startFakeCore()
})
afterAll(() => core.close())

/** A worker of its own, as on another device or after a reload. */
const newWorker = (memories: DeviceMemories = {}) =>
  createDevice({
    core,
    storage: createMemoryStorage(memories),
    name: 'Chrome on Linux',
    keyStretching: { memory: 8, iterations: 1, parallelism: 1 },
  })

async function signUp(login: string) {
  const worker = newWorker()
  const { recoveryKey } = await worker.prepareAccount({ login, password })
  return { worker, recoveryKey, profile: await worker.createAccount({ login }) }
}

describe('an account', () => {
  test('is unknown to the server until its recovery key is kept', async () => {
    const before = core.seen.length
    await newWorker().prepareAccount({ login: 'early', password })
    expect(core.seen.length).toBe(before)
  })

  test('opens on another device with its password, in any case of its name', async () => {
    const { worker } = await signUp('ada')
    await worker.saveProfile({ values: { email: 'ada@example.org' } })
    const opened = await newWorker().signIn({ login: ' ADA ', password })
    expect(opened).toMatchObject({ values: { email: 'ada@example.org' }, isFirstUse: true })
    expect(opened.lastChanged.device).toBe('Chrome on Linux')
  })

  test('stays shut for a wrong password, and core is not even asked to finish', async () => {
    await signUp('grace')
    const before = core.seen.length
    expect(await codeOf(newWorker().signIn({ login: 'grace', password: `${password}!` }))).toBe('invalid_credentials')
    expect(core.seen.slice(before).map(({ call }) => call)).toEqual(['POST /api/session/password/start/'])
  })

  test('is not asked for with a password that nobody can have', async () => {
    const before = core.seen.length
    expect(await codeOf(newWorker().signIn({ login: 'ada', password: 'short' }))).toBe('invalid_credentials')
    expect(core.seen.length).toBe(before)
  })

  test('sends neither its password nor its recovery key nor a value of the vault', async () => {
    const before = core.seen.length
    const { worker, recoveryKey } = await signUp('secretive')
    await worker.saveProfile({ values: { email: 'secretive@example.org' } })
    const sent = JSON.stringify(core.seen.slice(before))
    for (const secret of [password, recoveryKey, recoveryKey.replaceAll('-', ''), 'secretive@example.org']) {
      expect(sent).not.toContain(secret)
    }
  })

  test('whose name is taken gets another one, with the recovery key that was already kept', async () => {
    await signUp('taken')
    const worker = newWorker()
    await worker.prepareAccount({ login: 'taken', password })
    expect(await codeOf(worker.createAccount({ login: 'taken' }))).toBe('login_taken')
    expect(await worker.createAccount({ login: 'not-taken' })).toMatchObject({ values: {} })
  })

  test('that was made although the answer got lost is opened by trying again', async () => {
    const worker = newWorker()
    await worker.prepareAccount({ login: 'unlucky', password })
    core.once.set(FINISH, 'lost')
    expect(await codeOf(worker.createAccount({ login: 'unlucky' }))).toBe('offline')
    const opened = await worker.createAccount({ login: 'unlucky' })
    expect(opened.userId).toBe(core.accounts.get('unlucky')?.userId)
  })

  test('of somebody else is never opened by trying again', async () => {
    await signUp('other')
    const worker = newWorker()
    await worker.prepareAccount({ login: 'other', password: 'another password altogether' })
    core.once.set(FINISH, { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(worker.createAccount({ login: 'other' }))).toBe('service_unavailable')
    expect(await codeOf(worker.createAccount({ login: 'other' }))).toBe('login_taken')
  })
})

describe('a vault', () => {
  test('keeps what two devices changed at the same time', async () => {
    const { worker } = await signUp('twice')
    const phone = newWorker()
    await phone.signIn({ login: 'twice', password })
    await phone.saveProfile({ values: { phone: '+41 79' } })
    const saved = await worker.saveProfile({ values: { email: 'twice@example.org' } })
    expect(saved).toMatchObject({ values: { phone: '+41 79', email: 'twice@example.org' }, conflicts: [] })
  })

  test('is not committed when nothing changed', async () => {
    const { worker } = await signUp('idle')
    await worker.saveProfile({ values: { name: 'Idle' } })
    const before = core.seen.length
    await worker.saveProfile({ values: { name: 'Idle', email: '' } })
    expect(core.seen.length).toBe(before)
  })

  test('gives up after five rounds against a server that refuses each', async () => {
    const { worker } = await signUp('contended')
    const call = 'POST /api/vault/commits/'
    const before = core.seen.length
    core.once.set(call, { status: 412, body: { code: 'stale_vault' }, times: 5 })
    expect(await codeOf(worker.saveProfile({ values: { name: 'x' } }))).toBe('stale_vault')
    expect(core.seen.slice(before).filter((seen) => seen.call === call)).toHaveLength(5)
  })

  test('that is older than this device remembers is not opened', async () => {
    const { worker, profile } = await signUp('rolled-back')
    const account = core.accounts.get('rolled-back')!
    const older = account.vault
    const { memory } = await worker.saveProfile({ values: { name: 'New' } })
    account.vault = older
    const memories = { vaults: { [profile.userId]: memory } }
    expect(await codeOf(newWorker(memories).signIn({ login: 'rolled-back', password }))).toBe('rollback')
  })

  test('answers nothing before somebody signed in', async () => {
    const worker = newWorker()
    expect(await codeOf(worker.readRequest({ id: 'r1' }))).toBe('locked')
    expect(await codeOf(worker.createAccount({ login: 'nobody' }))).toBe('locked')
  })
})
