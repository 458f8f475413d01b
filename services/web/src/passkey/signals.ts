import { encodeUserHandle } from '@countersign/device'

/** Telling the authenticator what became of its passkeys (WebAuthn Level 3 §5.1.10). Not every browser can. */
type Signals = Partial<Pick<typeof PublicKeyCredential, 'signalUnknownCredential' | 'signalAllAcceptedCredentials'>>

/** This passkey leads nowhere: the authenticator may hide or remove it. */
export async function signalUnknown(options: { rpId: string; credentialId: string }): Promise<void> {
  await quietly(() => findSignals()?.signalUnknownCredential?.(options))
}

type MaybePasskey = { readonly credentialId?: string | undefined }

/**
 * The passkeys among these are all that the account has; others may be hidden. Only after its owner ended one, and by the
 * list that the head of their vault has then: another device may have added one meanwhile.
 * @param userId the account's, a UUID; the authenticator knows it as 16 bytes, base64url
 */
export async function signalAccepted(
  userId: string,
  listMethods: () => Promise<readonly MaybePasskey[]>,
): Promise<void> {
  const accept = async () =>
    findSignals()?.signalAllAcceptedCredentials?.({
      rpId: location.hostname,
      userId: encodeUserHandle(userId),
      allAcceptedCredentialIds: (await listMethods()).flatMap(({ credentialId }) => credentialId ?? []),
    })
  await quietly(accept)
}

function findSignals(): Signals | undefined {
  return (globalThis as { PublicKeyCredential?: Signals }).PublicKeyCredential
}

/** A courtesy: whatever comes of it, the account is as it is. */
async function quietly(signal: () => Promise<void> | undefined): Promise<void> {
  try {
    await signal()
  } catch {
    // The list of the authenticator stays longer than it need be.
  }
}
