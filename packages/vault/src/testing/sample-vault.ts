import { prepareCommit } from '../commit.ts'
import { createVault } from '../create-vault.ts'
import type { ItemDraft } from '../plain-item.ts'
import type { VaultEdits } from '../seal-edits.ts'
import type { VaultSnapshot } from '../snapshot.ts'
import type { UnlockMethod } from '../unlock-record.ts'
import type { OpenVault } from '../vault.ts'
import type { VaultCommit } from '../vault-commit.ts'

export const OWNER = '00000000-0000-4000-8000-000000000001'
export const PASSWORD = { type: 'opaque', root: new Uint8Array(64).fill(1) } as const satisfies UnlockMethod
export const RECOVERY = { type: 'recovery', root: new Uint8Array(32).fill(2) } as const satisfies UnlockMethod
export const PASSKEY = {
  type: 'prf',
  root: new Uint8Array(32).fill(3),
  credentialId: 'AAAAAAAAAAAAAAAAAAAAAA',
} as const satisfies UnlockMethod
export const AUTHOR = { device: 'Laptop', wroteAt: new Date('2026-01-02T03:04:05.000Z') }

export const EMAIL = claim('10000000-0000-4000-8000-000000000001', 'email', 'ann@example.org')
export const NAME = claim('10000000-0000-4000-8000-000000000002', 'name', 'Ann Example')
export const PHONE = claim('10000000-0000-4000-8000-000000000003', 'phone', '+41 44 000 00 00')

/** A vault as its owner has it open, and as the server keeps it. */
export interface SampleVault {
  readonly vault: OpenVault
  readonly snapshot: VaultSnapshot
}

export function claim(id: string, name: string, value: string): ItemDraft {
  return { id, kind: 'claim', name, value, meta: {} }
}

/** An empty vault with a password and a recovery key. */
async function emptyVault(): Promise<SampleVault> {
  return createVault({ userId: OWNER, methods: [PASSWORD, RECOVERY], ...AUTHOR })
}

/** A vault of generation 2 with these items. */
export async function vaultWith(...put: readonly ItemDraft[]): Promise<SampleVault> {
  return write(await emptyVault(), { put })
}

/** Writes edits and lets an honest server apply them. */
export async function write(sample: SampleVault, edits: Partial<VaultEdits>): Promise<SampleVault> {
  const { commit, next } = await prepareCommit(sample.vault, { put: [], remove: [], ...AUTHOR, ...edits })
  return { vault: next, snapshot: applyCommit(sample.snapshot, commit) }
}

/** What an honest server does with a commit. */
export function applyCommit(snapshot: VaultSnapshot, { head, put, delete: removed }: VaultCommit): VaultSnapshot {
  const items = new Map([...snapshot.items, ...put].map((item) => [item.id, item]))
  for (const id of removed) items.delete(id)
  return { ...snapshot, head, items: [...items.values()] }
}
