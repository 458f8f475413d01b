import type { ActivityEvent, ReleasedEvent } from '../activity-event.ts'
import { prepareCommit, type VaultEdits } from '../commit.ts'
import { createVault } from '../create-vault.ts'
import type { ItemDraft } from '../item.ts'
import { openVault } from '../open-vault.ts'
import type { ActivityEntry, VaultSnapshot } from '../records.ts'
import { type PreparedRotation, prepareRotation, type RotationRequest } from '../rotate.ts'
import type { UnlockMethod } from '../unlock-method.ts'
import type { OpenVault } from '../vault.ts'
import type { VaultMemory } from '../vault-memory.ts'
import type { VaultCommit } from '../writes.ts'

export const OWNER = '00000000-0000-4000-8000-000000000001'
export const PASSWORD = { type: 'opaque', root: new Uint8Array(64).fill(1) } as const satisfies UnlockMethod
export const RECOVERY = { type: 'recovery', root: new Uint8Array(32).fill(2) } as const satisfies UnlockMethod
export const PASSKEY = {
  type: 'prf',
  root: new Uint8Array(32).fill(3),
  credentialId: 'AAAAAAAAAAAAAAAAAAAAAA',
} as const satisfies UnlockMethod
export const AUTHOR = { device: 'Laptop', wroteAt: new Date('2026-01-02T03:04:05.000Z') }

const BASE = { at: '2026-01-02T03:04:05.000Z', device: 'Laptop' }
export const EMAIL = claim('10000000-0000-4000-8000-000000000001', 'email', 'ann@example.org')
export const NAME = claim('10000000-0000-4000-8000-000000000002', 'name', 'Ann Example')
export const PHONE = claim('10000000-0000-4000-8000-000000000003', 'phone', '+41 44 000 00 00')

export const RELEASED = {
  type: 'released',
  at: '2026-01-02T03:04:05.000Z',
  device: 'Laptop',
  auth_request_id: '30000000-0000-4000-8000-000000000001',
  app: { client_id: 'app-1', name: 'Example App', host: 'app.example' },
  scopes: ['openid', 'email'],
  claims: ['email'],
  sealed: true,
  claims_sha256: 'ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8',
} as const satisfies ReleasedEvent

export const EVENTS: readonly ActivityEvent[] = [
  RELEASED,
  { ...BASE, type: 'not_released', auth_request_id: RELEASED.auth_request_id },
  { ...BASE, type: 'method_added', method: 'prf', unlock_id: '20000000-0000-4000-8000-000000000002' },
  { ...BASE, type: 'method_removed', method: 'prf', unlock_id: '20000000-0000-4000-8000-000000000002' },
  { ...BASE, type: 'password_changed' },
  { ...BASE, type: 'login_name_changed' },
  { ...BASE, type: 'recovery_key_replaced' },
  { ...BASE, type: 'account_key_rotated' },
  { ...BASE, type: 'exported' },
  { ...BASE, type: 'imported' },
  { ...BASE, type: 'app_revoked', client_id: 'app-1', name: 'Books' },
  { ...BASE, type: 'older_vault_accepted', seen_gen: 40, accepted_gen: 30 },
]

/** A vault as its owner has it open, and as the server keeps it. */
export type SampleVault = {
  readonly vault: OpenVault
  readonly snapshot: VaultSnapshot
  readonly log: readonly ActivityEntry[]
}

export function claim(id: string, name: string, value: string): ItemDraft {
  return { id, kind: 'claim', name, value, meta: {} }
}

export async function emptyVault(methods: readonly UnlockMethod[] = [PASSWORD, RECOVERY]): Promise<SampleVault> {
  return { ...(await createVault({ userId: OWNER, methods, ...AUTHOR })), log: [] }
}

export async function vaultWith(...put: readonly ItemDraft[]): Promise<SampleVault> {
  return write(await emptyVault(), { put })
}

export function prepare(vault: OpenVault, edits: Partial<VaultEdits>) {
  return prepareCommit(vault, { put: [], remove: [], ...AUTHOR, ...edits })
}

export async function write(sample: SampleVault, edits: Partial<VaultEdits>): Promise<SampleVault> {
  const { commit, next } = await prepare(sample.vault, edits)
  return {
    vault: next,
    snapshot: afterCommit(sample.snapshot, commit),
    log: [...sample.log, ...commit.activity],
  }
}

export function afterCommit(snapshot: VaultSnapshot, { head, put, delete: removed }: VaultCommit): VaultSnapshot {
  const items = new Map([...snapshot.items, ...put].map((item) => [item.id, item]))
  for (const id of removed) items.delete(id)
  return { ...snapshot, head, items: [...items.values()] }
}

export function prepareRenewal({ vault, snapshot }: SampleVault, request: Partial<RotationRequest> = {}) {
  return prepareRotation(vault, { methods: [PASSWORD, RECOVERY], using: byPassword(snapshot), ...AUTHOR, ...request })
}

export async function renew(sample: SampleVault, request?: Partial<RotationRequest>): Promise<SampleVault> {
  return afterRotation(sample, await prepareRenewal(sample, request))
}

export function afterRotation({ snapshot, log }: SampleVault, { rotation, next }: PreparedRotation): SampleVault {
  const { head, items, unlock, activity } = rotation
  return { vault: next, snapshot: { ...snapshot, head, items, unlock }, log: [...log, ...activity] }
}

export function byPassword({ unlock: [record] }: VaultSnapshot) {
  if (!record) throw new Error('This vault has no unlock record.')
  return { record, method: PASSWORD }
}

type Opening = { method?: UnlockMethod; memory?: VaultMemory | undefined }

export function open(snapshot: unknown, { method = PASSWORD, memory }: Opening = {}) {
  return openVault({ snapshot, userId: OWNER, method, memory })
}
