import { createHash } from 'node:crypto'
import type { Graduate } from './issue-degree.ts'
import { keep, newSecret } from './offers.ts'

export type AuthorizationRequest = {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | undefined
  readonly challenge: string
  readonly issuerState: string | undefined
  /** Whether it named the degree by `authorization_details`, so that the token does too. */
  readonly isByDetails: boolean
}

type Code = { readonly request: AuthorizationRequest; readonly graduate: Graduate }
export type Client = { readonly name: string; readonly redirectUris: readonly string[] }

const TIMEOUT_MS = 5_000

/** Requests and codes in memory; each code works once. */
export function createAuthorizations(issuer: string) {
  const [pushed, codes] = [new Map<string, AuthorizationRequest>(), new Map<string, Code>()]
  return {
    push: (request: AuthorizationRequest): string => {
      const uri = `urn:ietf:params:oauth:request_uri:${newSecret()}`
      keep(pushed, uri, request)
      return uri
    },
    findPushed: (uri: string) => pushed.get(uri),
    /** The redirect with a code (RFC 6749 §4.1.2), which names this server (RFC 9207). */
    approve: (request: AuthorizationRequest, graduate: Graduate): string => {
      const code = newSecret()
      keep(codes, code, { request, graduate })
      return answerTo(request, { code, iss: issuer })
    },
    deny: (request: AuthorizationRequest) => answerTo(request, { error: 'access_denied', iss: issuer }),
    /** Undefined unless this client proves that it began the request (RFC 7636 §4.6). */
    redeem: (form: URLSearchParams): Code | undefined => {
      const found = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const { clientId, redirectUri, challenge } = found?.request ?? {}
      const isOurs = form.get('client_id') === clientId && form.get('redirect_uri') === redirectUri
      return isOurs && sha256(form.get('code_verifier') ?? '') === challenge ? found : undefined
    },
  }
}

/** Undefined unless it asks for the degree, by PKCE. */
export function readAuthorizationRequest(form: URLSearchParams, issuer: string): AuthorizationRequest | undefined {
  const [clientId, redirectUri, challenge] = [get('client_id'), get('redirect_uri'), get('code_challenge')]
  const isByDetails = namesDegree(get('authorization_details'))
  const isAsked = isByDetails || get('scope')?.split(' ').includes('degree') === true
  const isCode = get('response_type') === 'code' && get('code_challenge_method') === 'S256'
  const isHere = [undefined, issuer].includes(get('resource'))
  if (!isAsked || !isCode || !isHere || !clientId || !redirectUri || !challenge) return undefined
  return { clientId, redirectUri, challenge, state: get('state'), issuerState: get('issuer_state'), isByDetails }

  function get(name: string): string | undefined {
    return form.get(name) ?? undefined
  }
}

function namesDegree(details: string | undefined): boolean {
  try {
    return JSON.parse(details ?? '[]').some((each: Record<string, unknown>) => {
      return each['type'] === 'openid_credential' && each['credential_configuration_id'] === 'degree'
    })
  } catch {
    return false
  }
}

/** By its client id metadata document. A real server refuses private addresses here. */
export async function findClient(clientId: string): Promise<Client | undefined> {
  try {
    const response = await fetch(clientId, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { client_id: id, client_name: name, redirect_uris: uris } = (await response.json()) as Record<string, unknown>
    if (id !== clientId || typeof name !== 'string' || !Array.isArray(uris)) return undefined
    return { name, redirectUris: uris.map(String) }
  } catch {
    return undefined
  }
}

function answerTo({ redirectUri, state }: AuthorizationRequest, answer: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
