import { codeOf, createAuthenticator, newDevice, prfOutputOf, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { addAnotherPasskey } from '../../support/add-another-passkey.ts'
import { readLoggedTypes } from '../../support/logged-types.ts'
import { callsSince, useLyingCore } from '../../support/lying-core.ts'
import { openAnother } from '../devices.ts'

const CHANGES = 'POST /api/account/methods/changes/'
const core = useLyingCore()

describe('a passkey', () => {
  test('that is added opens the vault on another device, goes by its name, and is in the log', async () => {
    const { device, passkey, profile } = await signUp(core)
    await device.saveProfile({ values: { name: 'Ada' } })
    const second = await addAnotherPasskey(core, device, 'My phone')
    const phone = newDevice(core)
    expect(await signInByPasskey(phone, second)).toMatchObject({ userId: profile.userId, values: { name: 'Ada' } })
    const methods = await phone.listMethods({})
    const shown = methods.map(({ type, credentialId, label, isCurrent }) => [type, credentialId, label, isCurrent])
    expect(shown).toHaveLength(3)
    expect(shown).toEqual(
      expect.arrayContaining([
        ['passkey', passkey.credentialId, undefined, false],
        ['passkey', second.credentialId, 'My phone', true],
        ['recovery', undefined, undefined, false],
      ]),
    )
    expect(await readLoggedTypes(phone)).toEqual(['method_added'])
    const own = (await device.listMethods({})).find(({ isCurrent }) => isCurrent)
    expect(own?.credentialId).toBe(passkey.credentialId)
  })

  test('is renamed in the vault alone', async () => {
    const { device, passkey } = await signUp(core)
    const method = (await device.listMethods({})).find(({ credentialId }) => credentialId === passkey.credentialId)
    const before = core.seen.length
    await device.renameMethod({ unlockId: method!.unlockId, label: 'Laptop' })
    expect(callsSince(core, before)).toEqual(['POST /api/vault/commits/'])
    expect(JSON.stringify(core.seen.slice(before))).not.toContain('Laptop')
    expect(
      (await device.listMethods({})).find(({ credentialId }) => credentialId === passkey.credentialId)?.label,
    ).toBe('Laptop')
  })

  test('that is removed opens nothing any more, and its name goes with it', async () => {
    const { device } = await signUp(core)
    const second = await addAnotherPasskey(core, device)
    const added = (await device.listMethods({})).find(({ credentialId }) => credentialId === second.credentialId)
    await device.removeMethod({ unlockId: added!.unlockId })
    expect(await codeOf(signInByPasskey(newDevice(core), second))).toBe('invalid_credentials')
    expect(await readLoggedTypes(device)).toEqual(['method_removed', 'method_added'])
    expect(await device.listMethods({})).toHaveLength(2)
  })

  test('that signed in and is removed takes its root along: the next change needs a gesture with another one', async () => {
    const { device, bare, passkey } = await signUp(core)
    await addAnotherPasskey(core, device)
    const own = (await device.listMethods({})).find(({ credentialId }) => credentialId === passkey.credentialId)
    await device.removeMethod({ unlockId: own!.unlockId })
    expect(await codeOf(bare.startPasskeyAddition({}))).toBe('reauth_required')
    expect(await codeOf(device.startPasskeyAddition({}))).toBe('invalid_credentials')
  })

  test('is listed with what the server says of it, to a recovery key too', async () => {
    const { device, recoveryKey } = await signUp(core)
    const rescue = newDevice(core)
    await rescue.signInByRecoveryKey({ recoveryKey })
    const listed = await rescue.listMethods({})
    expect(Object.fromEntries(listed.map(({ type, isCurrent }) => [type, isCurrent]))).toEqual({
      passkey: false,
      recovery: true,
    })
    expect(listed.find(({ type }) => type === 'passkey')).toMatchObject({
      createdAt: expect.stringMatching(/^20/),
      isBackedUp: false,
    })
    core.once.set('GET /api/account/methods/', { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(device.listMethods({}))).toBe('service_unavailable')
  })

  test('that is not there is neither renamed nor removed', async () => {
    const { device } = await signUp(core)
    const before = core.seen.length
    const unlockId = crypto.randomUUID()
    expect(await codeOf(device.renameMethod({ unlockId, label: 'Gone' }))).toBe('no_unlock')
    expect(await codeOf(device.removeMethod({ unlockId }))).toBe('no_unlock')
    expect(callsSince(core, before)).toEqual([])
  })

  test('is added in at most five rounds, and not tried again for another reason', async () => {
    const { device, passkey } = await signUp(core)
    const changes = async () => {
      const before = core.seen.length
      const code = await codeOf(addAnotherPasskey(core, device))
      return [code, callsSince(core, before).filter((call) => call === CHANGES).length]
    }
    core.once.set(CHANGES, { status: 412, body: { code: 'stale_vault' }, times: 5 })
    expect(await changes()).toEqual(['stale_vault', 5])
    core.once.set(CHANGES, { status: 409, body: { code: 'passkey_exists' } })
    expect(await changes()).toEqual(['passkey_exists', 1])
    expect(await changes()).toEqual(['nothing', 1])
    expect(await codeOf(signInByPasskey(newDevice(core), passkey))).toBe('nothing')
  })

  test('that was not asked for before is not added', async () => {
    const [{ device }, other] = [await signUp(core), createAuthenticator(core)]
    const { options } = await (await signUp(core)).device.startPasskeyAddition({})
    const answer = { response: other.create(options), prf: prfOutputOf(other), label: '' }
    expect(await codeOf(device.addPasskey(answer))).toBe('locked')
  })

  test('is added although another device wrote at the same time', async () => {
    const { device, passkey } = await signUp(core)
    const second = createAuthenticator(core)
    const { options } = await device.startPasskeyAddition({})
    const phone = await openAnother(core, { passkey })
    await phone.saveProfile({ values: { name: 'Ada' } })
    await device.addPasskey({ response: second.create(options), prf: prfOutputOf(second), label: '' })
    expect(await signInByPasskey(newDevice(core), second)).toMatchObject({ values: { name: 'Ada' } })
  })
})
