import type { UnlockRecord } from '@countersign/contracts'

/** What an unlock record says it opens with. The key itself is bound to both, which only a device can check. */
export type UnlockBinding = Pick<UnlockRecord, 'type' | 'bind'>

/** `pw1` names the password suite. */
export const PASSWORD_BINDING: UnlockBinding = { type: 'opaque', bind: 'pw1' }
export const RECOVERY_BINDING: UnlockBinding = { type: 'recovery', bind: '' }

export function passkeyBinding(credentialId: string): UnlockBinding {
  return { type: 'prf', bind: credentialId }
}

export function isBoundTo(record: UnlockRecord, { type, bind }: UnlockBinding): boolean {
  return record.type === type && record.bind === bind
}
