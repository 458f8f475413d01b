import { createHash } from 'node:crypto'
import type { CompletedSignIn, SignInFlow } from '@countersign/sdk'

/** A comparison for display: the SDK has already made it and would have refused the sign-in. */
export type Check = {
  readonly what: string
  readonly source: string
  readonly expected: string
  readonly found: string
  readonly isGood: boolean
}

type Parties = { readonly issuer: string; readonly clientId: string; readonly flow: SignInFlow }

/** Checks of a callback that need no call to the provider. */
export function checkCallback(
  url: string,
  callback: readonly (readonly [string, string])[],
  { issuer, flow }: Parties,
): readonly Check[] {
  const found = Object.fromEntries(callback)
  const challenge = new URL(url).searchParams.get('code_challenge')
  const verifierHash = createHash('sha256').update(flow.codeVerifier).digest('base64url')
  return [
    same('state: the answer is to the request of this browser', 'RFC 6749 §10.12', flow.state, found['state']),
    same('iss: the answer comes from the provider that was asked', 'RFC 9207 §2.4', issuer, found['iss']),
    // A pushed request's challenge is not in the address.
    ...(challenge === null
      ? []
      : [
          same(
            'code_verifier: its SHA-256 is the code_challenge of the request',
            'RFC 7636 §4.6',
            challenge,
            verifierHash,
          ),
        ]),
  ]
}

/** Checks of the tokens that the code was exchanged for. */
export function checkTokens(person: CompletedSignIn, { issuer, clientId, flow }: Parties): readonly Check[] {
  const { dataToken, idToken, subject } = person
  const now = Date.now() / 1_000
  const data = payloadOf(dataToken)
  const own = [
    signed('data token', dataToken, issuer),
    same('data token: iss is the provider', 'RFC 7519 §4.1.1', issuer, data['iss']),
    same('data token: aud is this app', 'RFC 7519 §4.1.3', clientId, data['aud']),
    later('data token: exp lies ahead', 'RFC 7519 §4.1.4', now, data['exp']),
  ]
  const sealed = data['claims_jwe']
  if (typeof sealed === 'string') own.push(opened(sealed))
  if (idToken === undefined) return own
  const id = payloadOf(idToken)
  return [
    ...own,
    signed('id_token', idToken, issuer),
    same('id_token: iss is the provider', 'OpenID Connect Core §3.1.3.7', issuer, id['iss']),
    same('id_token: aud is this app', 'OpenID Connect Core §3.1.3.7', clientId, id['aud']),
    same('id_token: nonce is that of the request', 'OpenID Connect Core §3.1.3.7', flow.nonce, id['nonce']),
    same('id_token: sub is the person of the data token', 'OpenID Connect Core §5.3.2', subject, id['sub']),
    later('id_token: exp lies ahead', 'OpenID Connect Core §3.1.3.7', now, id['exp']),
  ]
}

function same(what: string, source: string, expected: unknown, found: unknown): Check {
  const isGood = typeof expected === 'string' && expected === found
  return { what, source, expected: textOf(expected), found: textOf(found), isGood }
}

function later(what: string, source: string, now: number, found: unknown): Check {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')
  const time = typeof found === 'number' ? found : 0
  return { what, source, expected: `after ${at(now)}`, found: at(time), isGood: time > now }
}

/** The SDK has verified the signature; this shows the key. */
function signed(name: string, token: string, issuer: string): Check {
  const { alg, kid } = headerOf(token)
  const expected = `a key of ${issuer}/.well-known/jwks.json`
  return {
    what: `${name}: the signature is the provider's`,
    source: 'RFC 7515 §5.2',
    expected,
    found: `${textOf(alg)}, kid ${textOf(kid)}`,
    isGood: true,
  }
}

function opened(sealed: string): Check {
  const { alg, enc } = headerOf(sealed)
  return {
    what: 'sealed claims: they open, and name this app, person and request',
    source: 'RFC 7516 §5.2',
    expected: 'the key of this app',
    found: `${textOf(alg)}, ${textOf(enc)}`,
    isGood: true,
  }
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The unverified header of a JWS or JWE (RFC 7515 §3, RFC 7516 §3). */
export function headerOf(token: string): Readonly<Record<string, unknown>> {
  return partOf(token, 0)
}

export function payloadOf(token: string): Readonly<Record<string, unknown>> {
  return partOf(token, 1)
}

function partOf(token: string, index: number): Readonly<Record<string, unknown>> {
  try {
    const part: unknown = JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString())
    return typeof part === 'object' && part !== null ? { ...part } : {}
  } catch {
    return {}
  }
}
