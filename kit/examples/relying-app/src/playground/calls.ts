import { type Countersign, SignInError, type Tokens } from '@countersign/sdk'
import { refreshCommand, tokenAtEndpointCommand, userinfoCommand } from './code.ts'
import { type Call, shortened } from './trial.ts'

export type PlaygroundApp = {
  readonly countersign: Countersign
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly redirectUri: string
}

export const CALLS = {
  userinfo: 'Ask userinfo',
  introspect: 'Introspect',
  refresh: 'Refresh',
  revoke: 'Revoke',
} as const
export type CallName = keyof typeof CALLS

/** A call, and the tokens that are valid after it. */
type Made = { readonly call: Call; readonly tokens: Tokens }

export async function makeCall(app: PlaygroundApp, name: CallName, tokens: Tokens): Promise<Made> {
  const endpoints = await readEndpoints(app.issuer)
  switch (name) {
    case 'userinfo': {
      const url = endpoints('userinfo_endpoint')
      const answer = await app.countersign.fetch(url, { accessToken: tokens.accessToken })
      return { call: await describe(CALLS[name], userinfoCommand(url), answer), tokens }
    }
    case 'introspect': {
      const url = endpoints('introspection_endpoint')
      const answer = await postToken(app, url, tokens.accessToken)
      return { call: await describe(CALLS[name], tokenAtEndpointCommand(app, url), answer), tokens }
    }
    case 'revoke': {
      const url = endpoints('revocation_endpoint')
      const answer = await postToken(app, url, tokens.accessToken)
      return { call: await describe(CALLS[name], tokenAtEndpointCommand(app, url), answer), tokens }
    }
    case 'refresh':
      return refresh(app, endpoints('token_endpoint'), tokens)
  }
}

async function refresh(app: PlaygroundApp, url: string, tokens: Tokens): Promise<Made> {
  const made = { name: CALLS.refresh, command: refreshCommand(app, url) }
  const { refreshToken } = tokens
  if (refreshToken === undefined) {
    const body = 'There is no refresh token: you let the app in for this once.'
    return { call: { ...made, status: 'Not asked', body }, tokens }
  }
  try {
    const { tokens: fresh, scope } = await app.countersign.refresh(refreshToken)
    const body = toText({
      access_token: shortened(fresh.accessToken),
      refresh_token: fresh.refreshToken && shortened(fresh.refreshToken),
      expires_in: fresh.expiresInSeconds,
      scope: scope.join(' '),
    })
    return {
      call: { ...made, status: '200: the old refresh token ends with the first use of the new', body },
      tokens: fresh,
    }
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return { call: { ...made, status: `Refused: ${error.code}`, body: error.message }, tokens }
  }
}

function postToken({ clientId, clientSecret }: PlaygroundApp, url: string, token: string): Promise<Response> {
  const body = new URLSearchParams({ token, client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) })
  return fetch(url, { method: 'POST', body })
}

async function describe(name: string, command: string, answer: Response): Promise<Call> {
  const text = await answer.text()
  const refusal = answer.headers.get('www-authenticate')
  return {
    name,
    command,
    status: `${answer.status} ${answer.statusText}`,
    body: text === '' ? (refusal ?? 'No body, as the standard has it.') : toText(JSON.parse(text)),
  }
}

function toText(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}

/**
 * Reads the provider's endpoints from its metadata (OpenID Connect Discovery §4).
 * @throws SignInError `unreachable`
 */
export async function readEndpoints(issuer: string): Promise<(name: string) => string> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`).catch((cause: unknown) => {
    throw new SignInError('unreachable', 'The provider cannot be reached.', { cause })
  })
  const metadata: unknown = await answer.json()
  const endpoints = new Map(typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : [])
  return (name) => String(endpoints.get(name))
}
