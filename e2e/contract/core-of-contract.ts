import { createHmac, createPrivateKey, sign } from 'node:crypto'
import type { Call } from '@countersign/testing'

type Settings = {
  readonly baseUrl: string
  readonly INTERNAL_SERVICE_TOKEN: string
  /** A string for HS256, a private JWK for ES256. */
  readonly DATA_TOKEN_SECRET: string
}

type Completion = {
  readonly auth_request_id: string
  readonly user_id: string
  readonly approved_scopes: readonly string[]
  readonly data_token: string
}

type Init = { readonly method?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Another implementation of core, written from the interface contract alone, without any of our code. */
export function createCoreOfContract({ baseUrl, INTERNAL_SERVICE_TOKEN, DATA_TOKEN_SECRET }: Settings) {
  const isShared = !DATA_TOKEN_SECRET.startsWith('{')

  function signature(input: string): Buffer {
    if (isShared) return createHmac('sha256', DATA_TOKEN_SECRET).update(input).digest()
    const key = createPrivateKey({ key: JSON.parse(DATA_TOKEN_SECRET), format: 'jwk' })
    return sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
  }

  async function call(path: string, { headers: sent, ...init }: Init = {}): ReturnType<Call> {
    const headers = { 'content-type': 'application/json', 'x-service-token': INTERNAL_SERVICE_TOKEN, ...sent }
    const response = await fetch(`${baseUrl}/api/auth/internal/${path}`, { ...init, headers })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  return {
    attest(claims: object, lifetimeSeconds = 300): string {
      const iat = Math.floor(Date.now() / 1000)
      const header = base64url({ alg: isShared ? 'HS256' : 'ES256', typ: 'JWT' })
      const input = `${header}.${base64url({ iat, exp: iat + lifetimeSeconds, ...claims })}`
      return `${input}.${signature(input).toString('base64url')}`
    },
    details: (id: string, headers: Record<string, string> = {}) =>
      call(`auth-request-details/?auth_request_id=${id}`, { headers }),
    complete: (completion: Completion, headers: Record<string, string> = {}) =>
      call('consent-complete/', { method: 'POST', body: JSON.stringify(completion), headers }),
  }
}
