import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { PASSWORD_SUITE } from './labels.ts'
import { malformed, readBase64url } from './parse.ts'

/** OPAQUE password, passkey PRF, or recovery key. */
export type UnlockType = (typeof UNLOCK_TYPES)[number]

export const UNLOCK_TYPES = ['opaque', 'prf', 'recovery'] as const

export const METHOD_OF_UNLOCK_TYPE = {
  opaque: 'password',
  prf: 'passkey',
  recovery: 'recovery',
} as const satisfies Record<UnlockType, string>
export type MethodType = (typeof METHOD_OF_UNLOCK_TYPE)[UnlockType]

/** @throws VaultError `unsupported` for one of a newer version, `malformed` */
export function readUnlockType(value: unknown, what: string): UnlockType {
  const known = UNLOCK_TYPES.find((type) => type === value)
  if (known !== undefined) return known
  if (typeof value !== 'string') throw malformed(what)
  const message = 'The vault has an unlock method that this version does not know. Update the app.'
  throw new VaultError('unsupported', message)
}

/** A root secret by source: OPAQUE export key (64 bytes), PRF output (32), recovery root (32). */
export type UnlockMethod =
  | { readonly type: 'opaque'; readonly root: Bytes }
  | { readonly type: 'prf'; readonly root: Bytes; readonly credentialId: string }
  | { readonly type: 'recovery'; readonly root: Bytes }

/** The key of an unlock record is bound to both fields, which only a device can check. */
export type UnlockBinding = {
  readonly type: UnlockType
  readonly bind: string
}

export const PASSWORD_BINDING: UnlockBinding = { type: 'opaque', bind: PASSWORD_SUITE }
export const RECOVERY_BINDING: UnlockBinding = { type: 'recovery', bind: '' }

export function passkeyBinding(credentialId: string): UnlockBinding {
  return { type: 'prf', bind: credentialId }
}

export function bindingOf(method: UnlockMethod): UnlockBinding {
  switch (method.type) {
    case 'opaque':
      return PASSWORD_BINDING
    case 'prf':
      return passkeyBinding(method.credentialId)
    case 'recovery':
      return RECOVERY_BINDING
  }
}

export function isBoundTo(record: UnlockBinding, { type, bind }: UnlockBinding): boolean {
  return record.type === type && record.bind === bind
}

/** @throws VaultError `malformed` */
export function checkBinding({ type, bind }: UnlockBinding, what: string): void {
  if (type === 'prf') readBase64url(bind, isCredentialIdLength, what)
  else if (bind !== (type === 'opaque' ? PASSWORD_BINDING : RECOVERY_BINDING).bind) throw malformed(what)
}

/** WebAuthn Level 3 §4. */
function isCredentialIdLength(length: number): boolean {
  return length >= 16 && length <= 1023
}

const WHAT = 'list of unlock methods'

/** Without a recovery key, a forgotten password loses everything. @throws VaultError `malformed` */
export function requireRecoveryAndAnother(bindings: readonly UnlockBinding[]): void {
  requireDistinctMethods(bindings)
  if (bindings.length < 2 || !bindings.some(({ type }) => type === 'recovery')) throw malformed(WHAT)
}

/** Refuses two records for one method, as readers do. @throws VaultError `malformed` */
export function requireDistinctMethods(bindings: readonly UnlockBinding[]): void {
  const distinct = new Set(bindings.map(({ type, bind }) => `${type} ${bind}`))
  if (distinct.size !== bindings.length) throw malformed(WHAT)
}
