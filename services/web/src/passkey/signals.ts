import { encodeUserHandle } from '@countersign/device'
import { here } from '@countersign/ui/place.ts'

/** Signals to the authenticator about its passkeys (WebAuthn Level 3 §5.1.10), where the browser has them. */
type Signals = Partial<
  Pick<
    typeof PublicKeyCredential,
    'signalUnknownCredential' | 'signalAllAcceptedCredentials' | 'signalCurrentUserDetails'
  >
>

/** The authenticator may hide or remove a passkey that core does not know. */
export async function signalUnknown(credentialId: string): Promise<void> {
  await quietly(() => findSignals()?.signalUnknownCredential?.({ rpId: here().hostname, credentialId }))
}

type MaybePasskey = { readonly credentialId?: string | undefined }

/**
 * Names all passkeys of the account; the authenticator may hide others. Sent only after the owner removed one, with the
 * list in the vault's current head, since another device may have added one.
 * @param userId the account's UUID; the authenticator knows it as 16 bytes, base64url
 */
export async function signalAccepted(
  userId: string,
  listMethods: () => Promise<readonly MaybePasskey[]>,
): Promise<void> {
  const accept = async () =>
    findSignals()?.signalAllAcceptedCredentials?.({
      rpId: here().hostname,
      userId: encodeUserHandle(userId),
      allAcceptedCredentialIds: (await listMethods()).flatMap(({ credentialId }) => credentialId ?? []),
    })
  await quietly(accept)
}

/** The name under which the authenticator shows the account's passkeys: the vault's, as when one is created. */
export async function signalName(userId: string, name: string): Promise<void> {
  const details = { rpId: here().hostname, userId: encodeUserHandle(userId), name, displayName: name }
  await quietly(() => findSignals()?.signalCurrentUserDetails?.(details))
}

function findSignals(): Signals | undefined {
  return (globalThis as { PublicKeyCredential?: Signals }).PublicKeyCredential
}

/** Ignores failures: the account does not depend on a signal. */
async function quietly(signal: () => Promise<void> | undefined): Promise<void> {
  try {
    await signal()
  } catch {
    // The authenticator keeps showing the old list.
  }
}
