import { type Failure, toFailure } from '@countersign/device'
import { codeOf, newDevice, type Person, signInByPasskey, signUp } from '@countersign/testing'
import { expect } from 'vitest'
import { approvalOf } from '../support/approval.ts'
import { backUpCore, restoreCore } from '../support/backup.ts'
import { useLyingCore } from '../support/lying-core.ts'

/** Users whose devices know a newer vault than the core that was restored from a backup. */
export function useRestoredCore() {
  const core = useLyingCore()

  const failureOf = (work: Promise<unknown>): Promise<Failure> =>
    work.then(
      () => expect.unreachable('It did not fail.'),
      (error: unknown) => toFailure(error),
    )

  /** A user who wrote and approved an app after the backup. */
  async function restored(): Promise<Person & { readonly seen: number }> {
    const person = await signUp(core)
    const { device } = person
    await device.saveProfile({ values: { name: 'Ada', email: 'old@example.org', nickname: 'Countess' } })
    await backUpCore(core.system)
    await device.saveProfile({ values: { email: 'new@example.org', phone: '+41 79', nickname: '' } })
    await device.approve(await approvalOf(core, device))
    const { memory } = await device.refresh({})
    await restoreCore(core.system)
    return { ...person, seen: memory.gen }
  }

  const again = ({ storage }: Person) => newDevice(core, { storage })

  /** A user whose device noticed the older vault while it had the newer one open, and holds that. */
  async function holding() {
    const person = await restored()
    expect(['invalid_session', 'rollback']).toContain(await codeOf(person.device.refresh({})))
    return person
  }

  /** Has this device go on with the older vault. */
  async function accepted(person: Person) {
    const device = again(person)
    expect(await codeOf(signInByPasskey(device, person.passkey))).toBe('rollback')
    await device.acceptOlderVault({})
    return device
  }

  return { core, failureOf, restored, again, holding, accepted }
}
