import { randomUUID } from 'node:crypto'
import { OAuthError } from '@countersign/service'
import type { Dependencies } from '../dependencies.ts'
import type { CheckedRequest } from './check-authorization-request.ts'
import { insertRequest } from './request.store.ts'
import { sealLoginHint } from './sealed-login-hint.ts'

export type StorableRequest = CheckedRequest & {
  readonly clientId: string
  readonly redirectUri: string
  /** Of a pushed request. */
  readonly requestUriHash?: Buffer
  readonly lifetimeSeconds: number
}

/** Stores a checked request and answers its identifier. Throws `invalid_request` for a `code_challenge` that came before. */
export async function storeRequest({ sql, config }: Dependencies, request: StorableRequest): Promise<string> {
  // Version 4: this identifier travels through browsers and must not tell when it was made.
  const authRequestId = randomUUID()
  const { loginHint, requestUriHash, ...rest } = request
  const sealedLoginHint = loginHint === undefined ? undefined : sealLoginHint(loginHint, config.serviceTokens)
  if (await insertRequest(sql, { ...rest, authRequestId, sealedLoginHint, requestUriHash })) return authRequestId
  // One verifier for many requests is as good as none: who sees it once can redeem every code (RFC 9700 §2.1.1).
  throw new OAuthError('invalid_request', 'This code_challenge was used before: make a new one for every request.')
}
