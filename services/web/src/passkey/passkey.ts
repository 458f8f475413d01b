import type { PasskeyAssertion, PasskeyRequestOptions } from '@countersign/contracts'
import { ClientError, type FailureCode } from '@countersign/device'
import { here } from '@countersign/ui/place.ts'
import { fromBase64url, prfInput, toBase64url } from '@countersign/vault'

/** As long as core keeps a challenge. */
const CEREMONY_MS = 300_000

/** An older challenge is replaced, since it could expire during the ceremony. */
export const RENEW_MS = CEREMONY_MS - 60_000

/** The used part of `navigator.credentials`, and the page's host. */
export type PasskeyBrowser = {
  readonly create: (options: CredentialCreationOptions) => Promise<Credential | null>
  readonly get: (options: CredentialRequestOptions) => Promise<Credential | null>
  readonly hostname: string
}

/** The response for core and the secret for the vault worker. Pass both on and keep neither. */
export type CeremonyResult<Response> = { readonly response: Response; readonly prf: ArrayBuffer }

/** Whether the browser supports passkeys here. PRF support of the authenticator is unknown until a ceremony. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isSecureContext
}

/** `navigator.credentials` of this page. @throws ClientError `passkey_unsupported` */
export function browserPasskeys(): PasskeyBrowser {
  if (!canUsePasskeys()) throw new ClientError({ code: 'passkey_unsupported' })
  const { credentials } = navigator
  return {
    create: (options) => credentials.create(options),
    get: (options) => credentials.get(options),
    hostname: here().hostname,
  }
}

/** Signs in and opens the vault with one gesture. @throws ClientError `passkey_…` */
export async function getPasskey(
  options: PasskeyRequestOptions,
  browser: PasskeyBrowser = browserPasskeys(),
): Promise<CeremonyResult<PasskeyAssertion>> {
  return readUsedPasskey(await askForPasskey(options, {}, browser))
}

/** The gesture alone, modal or by autofill until it is aborted, for `readUsedPasskey`. @throws ClientError `passkey_…` */
export async function askForPasskey(
  options: PasskeyRequestOptions,
  asking: Pick<CredentialRequestOptions, 'mediation' | 'signal'>,
  browser: PasskeyBrowser = browserPasskeys(),
): Promise<PublicKeyCredential> {
  requireOwnHost(options.rpId, browser)
  const publicKey = await toRequestOptions(options)
  return runCeremony(() => browser.get({ publicKey, ...asking }))
}

/** @throws ClientError `passkey_no_prf` */
export function readUsedPasskey(credential: PublicKeyCredential): CeremonyResult<PasskeyAssertion> {
  const prf = readPrfOutput(credential.getClientExtensionResults())
  return { response: toAssertion(credential, credential.response as AuthenticatorAssertionResponse), prf }
}

type OwnPasskey = { readonly credentialId: string; readonly rpId?: string; readonly timeout?: number }

/** Reads the secret of one passkey; its signature is not checked, so the challenge is ours. @throws ClientError */
export async function readPasskeySecret(
  { credentialId, rpId = here().hostname, timeout = CEREMONY_MS }: OwnPasskey,
  browser: PasskeyBrowser = browserPasskeys(),
): Promise<ArrayBuffer> {
  const challenge = toBase64url(crypto.getRandomValues(new Uint8Array(32)))
  const publicKey = await toRequestOptions({ challenge, rpId, timeout }, credentialId)
  const credential = await runCeremony(() => browser.get({ publicKey }))
  return readPrfOutput(credential.getClientExtensionResults())
}

/** Core may not ask for a passkey of a parent domain: it would give its secret to every page there. */
export function requireOwnHost(rpId: string, { hostname }: PasskeyBrowser): void {
  if (rpId !== hostname) throw new ClientError({ code: 'unexpected_answer' })
}

export async function runCeremony(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask()
    if (credential?.type !== 'public-key') throw new ClientError({ code: 'passkey_cancelled' })
    return credential as PublicKeyCredential
  } catch (error) {
    throw toPasskeyFailure(error)
  }
}

/** The browser's errors (WebAuthn Level 3 §5.1.3 and §5.1.4) as failure codes. */
const CODES: Readonly<Record<string, FailureCode>> = {
  // Declined, timed out, or no passkey: the browser does not tell them apart, on purpose.
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  InvalidStateError: 'passkey_exists',
  ConstraintError: 'passkey_unsupported',
  NotSupportedError: 'passkey_unsupported',
  SecurityError: 'passkey_unsupported',
}

function toPasskeyFailure(error: unknown): ClientError {
  if (error instanceof ClientError) return error
  const code = error instanceof Error && Object.hasOwn(CODES, error.name) ? CODES[error.name] : undefined
  return new ClientError({ code: code ?? 'bug' })
}

/** The assertion that core gets: only these fields, never the PRF results. */
function toAssertion(
  credential: Pick<PublicKeyCredential, 'id' | 'authenticatorAttachment'>,
  response: Pick<AuthenticatorAssertionResponse, 'clientDataJSON' | 'authenticatorData' | 'signature' | 'userHandle'>,
): PasskeyAssertion {
  return {
    ...identityOf(credential),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      ...(response.userHandle ? { userHandle: encode(response.userHandle) } : {}),
    },
    clientExtensionResults: {},
  }
}

export function identityOf({
  id,
  authenticatorAttachment,
}: Pick<PublicKeyCredential, 'id' | 'authenticatorAttachment'>) {
  const attachment =
    authenticatorAttachment === 'platform' || authenticatorAttachment === 'cross-platform'
      ? authenticatorAttachment
      : null
  return { id, rawId: id, type: 'public-key', authenticatorAttachment: attachment } as const
}

/** Core's options for the browser. Without a credential id any discoverable passkey answers, with one only that passkey. */
async function toRequestOptions(
  { challenge, rpId, timeout }: Pick<PasskeyRequestOptions, 'challenge' | 'rpId' | 'timeout'>,
  credentialId?: string,
): Promise<PublicKeyCredentialRequestOptions> {
  return {
    challenge: fromBase64url(challenge),
    rpId,
    timeout,
    userVerification: 'required',
    allowCredentials: credentialId === undefined ? [] : [{ id: fromBase64url(credentialId), type: 'public-key' }],
    extensions: { prf: { eval: { first: await prfInput() } } },
  }
}

export function encode(buffer: ArrayBuffer): string {
  return toBase64url(new Uint8Array(buffer))
}

const PRF_BYTES = 32

/**
 * Reads the PRF output of a credential: 32 bytes, not all zero.
 * @returns undefined without one, as with some new passkeys
 * @throws ClientError `passkey_no_prf` for an output that cannot be a secret
 */
export function findPrfOutput(results: AuthenticationExtensionsClientOutputs): ArrayBuffer | undefined {
  const first = results.prf?.results?.first
  if (first === undefined) return undefined
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  if (bytes.length !== PRF_BYTES || bytes.every((byte) => byte === 0)) throw noPrf()
  return new Uint8Array(bytes).buffer
}

/** @throws ClientError `passkey_no_prf` */
function readPrfOutput(results: AuthenticationExtensionsClientOutputs): ArrayBuffer {
  const output = findPrfOutput(results)
  if (!output) throw noPrf()
  return output
}

export function noPrf(): ClientError {
  return new ClientError({ code: 'passkey_no_prf' })
}
