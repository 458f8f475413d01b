import { createMemoryStorage } from '@countersign/device'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { recoverByNewPasskey } from '../support/add-another-passkey.ts'
import { approvalOf } from '../support/approval.ts'
import { backUpCore, restoreCore } from '../support/backup.ts'
import { readLoggedTypes } from '../support/logged-types.ts'
import { openAnother, outcomeOf } from './devices.ts'
import { useRestoredCore } from './restored-core.ts'

const COMMIT = 'POST /api/vault/commits/'

describe('after a restored backup', () => {
  const { core, failureOf, restored, again, holding, accepted } = useRestoredCore()

  test('a device says what it knew and what it was sent: changes, times and which device', async () => {
    const person = await restored()
    const { code, detail, heldEntries } = await failureOf(signInByPasskey(again(person), person.passkey))
    expect({ code, detail }).toMatchObject({
      code: 'rollback',
      detail: {
        expected: { gen: 5, wroteAt: expect.stringMatching(/^\d{4}-/) },
        found: { gen: 3, wroteAt: expect.stringMatching(/^\d{4}-/), device: 'Chrome on Linux' },
      },
    })
    expect(heldEntries).toBeUndefined()
  })

  test('its owner goes on knowingly, the log of the vault says so, and from then on this is the vault', async () => {
    const person = await restored()
    const device = again(person)
    expect(await codeOf(signInByPasskey(device, person.passkey))).toBe('rollback')
    expect(await device.acceptOlderVault({})).toMatchObject({
      values: { email: 'old@example.org' },
      memory: { gen: 4 },
      heldEntries: 0,
    })
    expect((await device.readActivity({})).events.map(({ event }) => event)).toMatchObject([
      { type: 'older_vault_accepted', seen_gen: 5, accepted_gen: 3 },
    ])
    expect(await signInByPasskey(again(person), person.passkey)).toMatchObject({ firstUse: undefined })
  })

  test('nothing is accepted that was not refused, and what could not be written down is not accepted', async () => {
    const person = await restored()
    const device = again(person)
    expect(await codeOf(device.acceptOlderVault({}))).toBe('locked')
    expect(await codeOf(signInByPasskey(device, person.passkey))).toBe('rollback')
    core.once.set(COMMIT, { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(device.acceptOlderVault({}))).toBe('service_unavailable')
    expect(await codeOf(device.refresh({}))).toBe('locked')
    expect(await codeOf(signInByPasskey(again(person), person.passkey))).toBe('rollback')
    await device.acceptOlderVault({})
  })

  test('the vault that was shown is accepted, even if core has an older one by then', async () => {
    const person = await restored()
    const device = again(person)
    expect(await codeOf(signInByPasskey(device, person.passkey))).toBe('rollback')
    expect(await outcomeOf(core, device.acceptOlderVault({}))).toEqual(['nothing', COMMIT])
    expect(core.seen.at(-1)?.headers['if-match']).toMatch(/^"3-/)
  })

  test('a device that still had the newer vault open puts its entries and known apps back', async () => {
    const person = await holding()
    const device = again(person)
    const { heldEntries } = await failureOf(signInByPasskey(device, person.passkey))
    expect(heldEntries).toBe(2)
    const older = await device.acceptOlderVault({})
    expect(older).toMatchObject({ values: { email: 'old@example.org' }, heldEntries: 2, knownApps: {} })
    core.once.set(COMMIT, { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(device.putBackEntries({}))).toBe('service_unavailable')
    const back = await device.putBackEntries({})
    // A removal since then is undone: no other device has seen it.
    const values = { name: 'Ada', email: 'new@example.org', phone: '+41 79', nickname: 'Countess' }
    expect(back).toMatchObject({ values, conflicts: [], heldEntries: 0 })
    expect(Object.keys(back.knownApps)).toEqual([core.system.client.clientId])
    expect((await person.storage.read()).held ?? {}).toEqual({})
    expect(await signInByPasskey(again(person), person.passkey)).toMatchObject({ values, heldEntries: 0 })
  })

  test('a change of another device to the older vault stays, and the other text is kept beside it', async () => {
    const person = await holding()
    const phone = newDevice(core, { storage: createMemoryStorage() })
    await signInByPasskey(phone, person.passkey)
    await phone.saveProfile({ values: { email: 'phone@example.org' } })
    const device = await accepted(person)
    const back = await device.putBackEntries({})
    expect(back.values).toMatchObject({ email: 'phone@example.org', phone: '+41 79' })
    expect(back.conflicts.map(({ value }) => value)).toEqual(['new@example.org'])
    expect(await readLoggedTypes(device)).toEqual(['older_vault_accepted'])
  })

  test('a recovery key that leads back and is used for nothing leaves the device as it was: it asks again', async () => {
    const person = await restored()
    const { recoveryKey } = person
    const device = again(person)
    expect(await codeOf(device.signInByRecoveryKey({ recoveryKey }))).toBe('rollback')
    await device.acceptOlderVault({})
    expect(await device.listMethods({})).toHaveLength(2)
    expect(await codeOf(device.saveProfile({ values: { email: 'next@example.org' } }))).toBe('insufficient_session')
    const { vaults = {} } = await person.storage.read()
    expect(vaults[person.profile.userId]?.gen).toBe(person.seen)
    expect(await codeOf(again(person).signInByRecoveryKey({ recoveryKey }))).toBe('rollback')
    const left = again(person)
    expect(await codeOf(signInByPasskey(left, person.passkey))).toBe('rollback')
    await left.acceptOlderVault({})
    expect(await readLoggedTypes(left)).toEqual(['older_vault_accepted'])
  })

  test('the held part is sealed, opens with a sign-in only, and is dropped once the server has it all', async () => {
    const person = await signUp(core)
    await person.device.saveProfile({ values: { name: 'Ada Lovelace' } })
    core.once.set('GET /api/vault/', { status: 401, body: { code: 'invalid_session' } })
    expect(await codeOf(person.device.refresh({}))).toBe('invalid_session')
    const { held = {} } = await person.storage.read()
    expect(Object.keys(held)).toEqual([person.profile.userId])
    expect(JSON.stringify(held)).not.toContain('Lovelace')
    await signInByPasskey(again(person), person.passkey)
    expect((await person.storage.read()).held).toEqual({})
  })

  test('an open vault is held for another history too, and a full storage changes no refusal', async () => {
    const person = await signUp(core)
    const { device, profile, storage } = person
    const forked = { [profile.userId]: { ...profile.memory, hash: 'A'.repeat(43) } }
    const full = {
      read: async () => ({ ...(await storage.read()), vaults: forked }),
      keep: () => Promise.reject(new Error('disk full')),
    }
    const elsewhere = newDevice(core, { storage: { ...full, read: storage.read } })
    await signInByPasskey(elsewhere, person.passkey)
    core.once.set('GET /api/vault/', { status: 401, body: { code: 'invalid_session' } })
    expect(await codeOf(elsewhere.refresh({}))).toBe('invalid_session')
    expect((await storage.read()).held).toBeUndefined()

    let isForked = false
    const other = newDevice(core, {
      storage: { keep: storage.keep, read: () => (isForked ? full.read() : storage.read()) },
    })
    await signInByPasskey(other, person.passkey)
    isForked = true
    expect(await codeOf(other.refresh({}))).toBe('fork')
    expect(Object.keys((await storage.read()).held ?? {})).toEqual([profile.userId])
    expect(await codeOf(device.refresh({}))).toBe('nothing')
  })

  test('nothing is held where nothing tells of another history', async () => {
    const { device, storage } = await signUp(core)
    core.once.set('GET /api/vault/', { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(device.refresh({}))).toBe('service_unavailable')
    expect((await storage.read()).held).toBeUndefined()
  })

  test('a known app alone is held and put back, although no entry is', async () => {
    const person = await signUp(core)
    await backUpCore(core.system)
    await person.device.approve(await approvalOf(core, person.device))
    await restoreCore(core.system)
    expect(['invalid_session', 'rollback']).toContain(await codeOf(person.device.refresh({})))
    const device = again(person)
    expect(await failureOf(signInByPasskey(device, person.passkey))).toMatchObject({ heldEntries: 0 })
    expect(await device.acceptOlderVault({})).toMatchObject({ knownApps: {} })
    const { knownApps } = await device.putBackEntries({})
    expect(Object.keys(knownApps)).toEqual([core.system.client.clientId])
  })

  test('its owner goes on knowingly too where another device has written more than they knew of since', async () => {
    const person = await restored()
    const phone = await openAnother(core, person)
    for (const name of ['A', 'B', 'C']) await phone.saveProfile({ values: { name } })
    const device = again(person)
    expect(await codeOf(signInByPasskey(device, person.passkey))).toBe('fork')
    expect(await device.acceptOlderVault({})).toMatchObject({ values: { name: 'C' }, memory: { gen: 7 } })
    const [{ event } = expect.unreachable('The log is empty.')] = (await device.readActivity({})).events
    expect(event).toMatchObject({ type: 'older_vault_accepted', seen_gen: 5, accepted_gen: 6 })
  })

  test('nothing of one person’s is carried over to another who signs in by a recovery key after them', async () => {
    const person = await holding()
    const device = again(person)
    expect(await codeOf(device.signInByRecoveryKey(person))).toBe('rollback')
    await device.acceptOlderVault({})
    const eve = await signUp(core)
    expect(await device.signInByRecoveryKey(eve)).toMatchObject({ userId: eve.profile.userId, heldEntries: 0 })
    await recoverByNewPasskey(core, device)
    expect(await readLoggedTypes(device)).toEqual(['recovery_key_replaced', 'method_added'])
  })

  test('an app that was approved since on the older vault stays as it is known now', async () => {
    const person = await holding()
    const device = await accepted(person)
    await device.approve(await approvalOf(core, device))
    const { knownApps } = await device.refresh({})
    expect(Object.keys(knownApps)).toEqual([core.system.client.clientId])
    expect((await device.putBackEntries({})).knownApps).toEqual(knownApps)
    expect(await codeOf(device.acceptOlderVault({}))).toBe('locked')
  })
})
