import type { PasskeyAssertion, PasskeyRequestOptions } from '@countersign/contracts'
import { ClientError } from '@countersign/device'
import { prfInput } from '@countersign/vault'
import { toAssertion, toRequestOptions } from './credential-json.ts'
import { readPrfOutput } from './prf-output.ts'
import { toPasskeyFailure } from './webauthn-failure.ts'

/** The part of `navigator.credentials` that is used, and the host that passkeys belong to. */
export type PasskeyBrowser = {
  readonly create: (options: CredentialCreationOptions) => Promise<Credential | null>
  readonly get: (options: CredentialRequestOptions) => Promise<Credential | null>
  readonly hostname: string
}

/** What core gets, and the secret that only the vault worker gets. Hand both on and keep neither. */
export type UsedPasskey = {
  readonly response: PasskeyAssertion
  readonly prf: ArrayBuffer
}

/** Whether this browser has passkeys, here. It cannot say beforehand whether an authenticator can do PRF. */
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
    hostname: location.hostname,
  }
}

/**
 * Asks for a passkey: one gesture that signs in and opens the vault.
 * @throws ClientError `passkey_…`
 */
export async function getPasskey(
  options: PasskeyRequestOptions,
  browser: PasskeyBrowser = browserPasskeys(),
): Promise<UsedPasskey> {
  requireOwnHost(options.rpId, browser)
  const publicKey = toRequestOptions(options, { prfInput: await prfInput() })
  const credential = await runCeremony(() => browser.get({ publicKey }))
  const prf = readPrfOutput(credential.getClientExtensionResults())
  return { response: toAssertion(credential, credential.response as AuthenticatorAssertionResponse), prf }
}

/** A passkey for a parent domain would give its secret to every page there, so core may not ask for one. */
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
