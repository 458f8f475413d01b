import type { UnlockMethodSummary } from '@countersign/contracts'
import type { Method } from './method.store.ts'

/** Unlock methods as their owner sees them. */
export function describeMethods(methods: readonly Method[]): UnlockMethodSummary[] {
  return methods.map(({ record, type, createdAt, lastUsedAt, passkey }) => ({
    unlock_id: record.id,
    type,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    ...(passkey && { credential_id: passkey.credentialId, is_backed_up: passkey.isBackedUp }),
  }))
}
