import { createMemorySessions, createMemoryStorage, type Device } from '@countersign/device'
import { byPasskey, codeOf, confirming, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { approvalOf } from '../support/approval.ts'
import { registerApp } from '../support/asking-app.ts'
import { useLyingCore } from '../support/lying-core.ts'
import { release, SAID, unlock } from '../support/returning.ts'
import { startFlow } from '../support/start-flow.ts'

const READ = 'GET /api/vault/'

const core = useLyingCore()

afterEach(() => {
  core.whileHeld.run = undefined
})

/** Two tabs of one browser with the same vault open; an app was given something before. */
async function openTabs() {
  const kept = { storage: createMemoryStorage(), sessions: createMemorySessions() }
  const person = await signUp(core, kept)
  await person.device.saveProfile({ values: { email: 'ada@example.org', name: 'Ada Lovelace' } })
  const app = await registerApp(core.system, { name: 'Books', scopes: { openid: {}, email: {}, profile: {} } })
  await release(core, { device: person.device, app })
  const openTab = async () => {
    const tab = newDevice(core, kept)
    await unlock(tab, person)
    return confirming(tab, byPasskey(person.passkey))
  }
  const askAgain = async () => startFlow(core.system, (await app.begin()).url)
  return { person, kept, openTab, askAgain, tab: await openTab(), other: await openTab() }
}
type Tabs = Awaited<ReturnType<typeof openTabs>>

/** Has the other tab commit while core's answer is held back: once for each kind of call, or the two would never end. */
function writeMeanwhile(other: Device) {
  const crossed = new Set<string>()
  const write = async (call: string) => {
    if (crossed.has(call)) return
    crossed.add(call)
    core.whileHeld.run = undefined
    // The other tab cannot write any more where this call renewed the account key.
    await other.saveProfile({ values: { nickname: `Countess ${crossed.size}` } }).catch(() => undefined)
    core.whileHeld.run = write
  }
  core.whileHeld.run = write
  return { crossed, stop: () => (core.whileHeld.run = undefined) }
}

const withNewKey = async (device: Device, work: () => Promise<unknown>) => {
  await device.prepareRecoveryKey({})
  return work()
}

const calls: readonly [string, (tabs: Tabs) => Promise<unknown>][] = [
  ['reads the vault again', ({ tab }) => tab.refresh({})],
  ['saves a value', ({ tab }) => tab.saveProfile({ values: { name: 'Ada King' } })],
  ['saves entries', ({ tab }) => tab.saveItems({ put: [{ name: 'phone', value: '+442079460958' }], remove: [] })],
  ['lists the ways to sign in', ({ tab }) => tab.listMethods({})],
  ['reads the log', ({ tab }) => tab.readActivity({})],
  ['exports the vault as it is kept', ({ tab }) => tab.exportSealed({})],
  ['approves', async ({ tab }) => tab.approve(await approvalOf(core, tab))],
  ['approves as before', async ({ tab, askAgain }) => tab.approveQuickly({ id: await askAgain(), ...SAID })],
  ['disconnects an app', ({ tab }) => tab.revokeApp({ clientId: 'unknown', name: 'Books' })],
  ['replaces the recovery key', ({ tab }) => withNewKey(tab, () => tab.replaceRecoveryKey({}))],
  ['renews the account key', ({ tab }) => withNewKey(tab, () => tab.rotateAccountKey({}))],
  ['is opened', ({ openTab }) => openTab()],
  ['signs in', ({ kept, person }) => signInByPasskey(newDevice(core, kept), person.passkey)],
  ['is opened by the recovery key', ({ kept, person: { recoveryKey } }) => byRecoveryKey(kept, recoveryKey)],
]

/** The vault as core keeps it by now. */
async function vaultOf(device: Device): Promise<unknown> {
  const { vault } = JSON.parse((await device.exportSealed({})).text) as { vault: unknown }
  return vault
}

function byRecoveryKey({ storage }: Tabs['kept'], recoveryKey: string): Promise<unknown> {
  return newDevice(core, { storage }).signInByRecoveryKey({ recoveryKey })
}

describe('a tab', () => {
  test.each(calls)('that %s takes no honest answer for a rollback when another tab was faster', async (_what, call) => {
    const tabs = await openTabs()
    // From here on the first tab is behind, and reads before it writes.
    await tabs.other.saveProfile({ values: { nickname: 'Countess' } })
    const { crossed, stop } = writeMeanwhile(tabs.other)
    expect(await codeOf(call(tabs))).toBe('nothing')
    stop()
    expect(crossed.size).toBeGreaterThan(0)
  })

  test('notices a core that undid what the other tab wrote before it asked', async () => {
    const { tab, other } = await openTabs()
    const before = await vaultOf(tab)
    await other.saveProfile({ values: { nickname: 'Countess' } })
    core.once.set(READ, { status: 200, body: before, times: 9 })
    expect(await codeOf(tab.refresh({}))).toBe('rollback')
    expect(await codeOf(tab.saveProfile({ values: { name: 'Ada King' } }))).toBe('rollback')
    core.once.delete(READ)
  })

  test('that was held up notices at its next call a core that undid what the other tab wrote', async () => {
    const { tab, other } = await openTabs()
    const before = await vaultOf(tab)
    const { stop } = writeMeanwhile(other)
    await tab.refresh({})
    stop()
    core.once.set(READ, { status: 200, body: before, times: 9 })
    expect(await codeOf(tab.refresh({}))).toBe('rollback')
    core.once.delete(READ)
  })
})
