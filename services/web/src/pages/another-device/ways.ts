import type { MethodView } from '@countersign/device'

/** Ways to sign in on a device that has not seen this person yet; keys of `anotherDevice` in the messages. */
export type Way = 'synced' | 'phone' | 'password' | 'recovery'

/** Of `PublicKeyCredential.getClientCapabilities` (WebAuthn Level 3 §5.1.7); a missing one is unknown. */
export type Capabilities = Readonly<Record<string, boolean | undefined>>

/** Ways of an account, for a device whose browser is unknown: the quickest first, the recovery key last. */
export function waysOf(methods: readonly MethodView[]): readonly Way[] {
  const passkeys = methods.filter(({ type }) => type === 'passkey')
  const ways: readonly (readonly [Way, boolean])[] = [
    ['synced', passkeys.some(({ isBackedUp }) => isBackedUp === true)],
    ['phone', passkeys.length > 0],
    ['password', methods.some(({ type }) => type === 'password')],
    ['recovery', true],
  ]
  return ways.flatMap(([way, isThere]) => (isThere ? [way] : []))
}

/** Whether nothing but a passkey of one device and the recovery key opens this account. */
export function isTiedToDevice(methods: readonly MethodView[]): boolean {
  const ways = waysOf(methods)
  return !ways.includes('synced') && !ways.includes('password')
}

/** Ways of this browser, for an unknown account. Undefined: it has no passkeys that open a vault. */
export function waysIn(capabilities: Capabilities | undefined): readonly Way[] {
  const others: readonly Way[] = ['password', 'recovery']
  if (!capabilities || capabilities['extension:prf'] === false) return others
  const { hybridTransport: canScan, userVerifyingPlatformAuthenticator: hasOwn } = capabilities
  if (canScan === false) return ['synced', ...others]
  // Without an authenticator of its own there are no synced passkeys but those of an extension.
  return canScan === true && hasOwn === false ? ['phone', 'synced', ...others] : ['synced', 'phone', ...others]
}
