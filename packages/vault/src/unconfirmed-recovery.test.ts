import { beforeAll, expect, test } from 'vitest'
import { randomBytes } from './bytes.ts'
import { prepareUnlockChange } from './change-unlock.ts'
import { createVault } from './create-vault.ts'
import { sealHead } from './head.ts'
import { openVault } from './open-vault.ts'
import type { VaultSnapshot } from './records.ts'
import { prepareRotation } from './rotate.ts'
import { AUTHOR, EMAIL, OWNER, PASSWORD, RECOVERY, type SampleVault, write } from './testing/sample-vault.ts'
import type { OpenVault } from './vault.ts'

const ANOTHER = { type: 'recovery', root: new Uint8Array(32).fill(9) } as const

let made: SampleVault
let recoveryId: string

beforeAll(async () => {
  made = { ...(await createVault({ userId: OWNER, methods: [PASSWORD, RECOVERY], ...AUTHOR })), log: [] }
  recoveryId = made.snapshot.unlock[1]!.id
})

const using = () => ({ record: made.snapshot.unlock[0]!, method: PASSWORD })

async function reopened(snapshot: VaultSnapshot): Promise<OpenVault> {
  return (await openVault({ snapshot, userId: OWNER, method: PASSWORD })).vault
}

test('a new vault says on every device that its recovery key is not confirmed, through other edits too', async () => {
  expect(made.vault.unconfirmedRecovery).toBe(recoveryId)
  const edited = await write(made, { put: [EMAIL] })
  expect(edited.vault.unconfirmedRecovery).toBe(recoveryId)
  expect((await reopened(edited.snapshot)).unconfirmedRecovery).toBe(recoveryId)
})

test('and no longer once its owner has confirmed it', async () => {
  const confirmed = await write(made, { confirmRecovery: recoveryId })
  expect(confirmed.vault.unconfirmedRecovery).toBeUndefined()
  expect((await reopened(confirmed.snapshot)).unconfirmedRecovery).toBeUndefined()
})

test('a confirmation of another key changes nothing', async () => {
  const edited = await write(made, { confirmRecovery: '20000000-0000-4000-8000-00000000000f' })
  expect(edited.vault.unconfirmedRecovery).toBe(recoveryId)
})

test('the mark goes with its key: in a change of it, and with a new account key', async () => {
  const changed = await prepareUnlockChange(made.vault, {
    add: [ANOTHER],
    remove: [recoveryId],
    using: using(),
    ...AUTHOR,
  })
  expect(changed.next.unconfirmedRecovery).toBeUndefined()
  const rotated = await prepareRotation(made.vault, { methods: [PASSWORD, ANOTHER], using: using(), ...AUTHOR })
  expect(rotated.next.unconfirmedRecovery).toBeUndefined()
})

test('a mark that is no unlock record’s id is neither written nor read', async () => {
  const { vaultId, internal } = made.vault
  const body = { ...internal.body, unconfirmed_recovery: 'recovery' }
  const sealed = sealHead(body, { vaultId, key: internal.keys.head, akGen: 1, random: randomBytes })
  await expect(sealed).rejects.toMatchObject({ code: 'malformed' })
})
