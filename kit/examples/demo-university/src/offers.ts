import { randomBytes, randomInt } from 'node:crypto'
import type { Graduate } from './issue-degree.ts'

export const GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const TRIES = 5
const KEPT = 1_000

export type Offer = {
  readonly graduate: Graduate
  readonly code: string
  readonly preAuthorizedCode: string
  /** Leads to this graduate once they have signed in; the code is not needed then. */
  readonly issuerState: string
  tries: number
}

/** `identifier`: names the degree in the request for it, where the wallet asked by `authorization_details`. */
type Granted = { readonly graduate: Graduate; readonly identifier: string | undefined }

/** Open offers, in memory; each works once. */
export function createOffers() {
  const [offers, tokens, nonces] = [new Map<string, Offer>(), new Map<string, Granted>(), new Map<string, true>()]
  return {
    /** Returns the offer's identifier and its code of four digits. */
    add(graduate: Graduate) {
      const [id, code] = [newSecret(), String(randomInt(10_000)).padStart(4, '0')]
      keep(offers, id, { graduate, code, preAuthorizedCode: newSecret(), issuerState: newSecret(), tries: 0 })
      return { id, code }
    },
    find: (id: string) => offers.get(id),
    findByState: (state: string) => [...offers.values()].find(({ issuerState }) => issuerState === state),
    /** Exchanges a matching code for a token; wrong codes are counted. */
    exchange(form: URLSearchParams): string | undefined {
      const code = form.get('pre-authorized_code')
      const [id, found] = [...offers].find(([, { preAuthorizedCode }]) => preAuthorizedCode === code) ?? []
      if (form.get('grant_type') !== GRANT || id === undefined || !found) return undefined
      found.tries += 1
      const isRight = found.code === form.get('tx_code')
      if (isRight || found.tries >= TRIES) offers.delete(id)
      if (!isRight) return undefined
      return grant({ graduate: found.graduate, identifier: undefined })
    },
    grant,
    grantedTo: (token: string) => tokens.get(token),
    spend: (token: string) => void tokens.delete(token),
    newNonce() {
      const nonce = newSecret()
      keep(nonces, nonce, true)
      return nonce
    },
    /** Whether the nonce was issued and is unused. */
    useNonce: (nonce: string) => nonces.delete(nonce),
  }

  function grant(granted: Granted): string {
    const token = newSecret()
    keep(tokens, token, granted)
    return token
  }
}

export type Offers = ReturnType<typeof createOffers>

/** Limits the memory of the demo: the oldest entry is dropped. */
export function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size >= KEPT) kept.delete(oldest)
  kept.set(key, value)
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
