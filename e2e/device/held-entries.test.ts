import { codeOf, type Person, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { recoverByNewPasskey } from '../support/add-another-passkey.ts'
import { backUpCore, restoreCore } from '../support/backup.ts'
import { readLoggedTypes } from '../support/logged-types.ts'
import { useRestoredCore } from './restored-core.ts'

const COMMIT = 'POST /api/vault/commits/'

describe('held entries', () => {
  const { core, failureOf, restored, again, holding, accepted } = useRestoredCore()

  async function expectOffered(person: Person) {
    const device = again(person)
    expect(await signInByPasskey(device, person.passkey)).toMatchObject({ heldEntries: 2 })
    expect(await device.putBackEntries({})).toMatchObject({ values: { email: 'new@example.org' }, heldEntries: 0 })
    expect((await person.storage.read()).held).toEqual({})
  }

  test('are offered again after another window accepted the older vault first', async () => {
    const person = await restored()
    await accepted(person)
    expect(['invalid_session', 'rollback', 'fork']).toContain(await codeOf(person.device.refresh({})))
    await expectOffered(person)
  })

  test.each([
    ['it could not be put back, and the page was locked', 503, 'service_unavailable'],
    ['the session ended while it was put back', 401, 'invalid_session'],
  ])('are offered again after %s', async (_case, status, code) => {
    const person = await holding()
    const device = await accepted(person)
    core.once.set(COMMIT, { status, body: { code } })
    expect(await codeOf(device.putBackEntries({}))).toBe(code)
    await expectOffered(person)
  })

  test('open by the method that sealed them alone, and others say so', async () => {
    const person = await signUp(core)
    const { device, recoveryKey } = person
    await device.saveProfile({ values: { email: 'old@example.org' } })
    await backUpCore(core.system)
    await device.prepareRecoveryKey({})
    await device.replaceRecoveryKey({})
    await device.saveProfile({ values: { email: 'new@example.org', phone: '+41 79' } })
    await restoreCore(core.system)
    expect(['invalid_session', 'rollback']).toContain(await codeOf(device.refresh({})))
    const byOldKey = again(person)
    expect(await failureOf(byOldKey.signInByRecoveryKey({ recoveryKey }))).toMatchObject({ heldEntries: 'sealed' })
    expect(await byOldKey.acceptOlderVault({})).toMatchObject({ heldEntries: 'sealed' })
    expect(await byOldKey.putBackEntries({})).toMatchObject({ heldEntries: 'sealed' })
    await accepted(person)
    await expectOffered(person)
  })

  test('are offered again in a recovery that asks for its key twice; the acceptance is logged', async () => {
    const person = await holding()
    const { recoveryKey } = person
    const device = again(person)
    expect(await codeOf(device.signInByRecoveryKey({ recoveryKey }))).toBe('rollback')
    expect(await device.acceptOlderVault({})).toMatchObject({ scope: 'recovery', heldEntries: 2 })
    expect(await device.signInByRecoveryKey({ recoveryKey })).toMatchObject({ heldEntries: 2 })
    const recovered = await recoverByNewPasskey(core, device)
    expect(recovered).toMatchObject({ scope: 'full', heldEntries: 2 })
    expect((await person.storage.read()).vaults?.[recovered.userId]).toEqual(recovered.memory)
    expect(await readLoggedTypes(device)).toEqual(['recovery_key_replaced', 'method_added', 'older_vault_accepted'])
    expect(await device.putBackEntries({})).toMatchObject({ values: { email: 'new@example.org' } })
  })
})
