import { wellKnownUrl } from '@countersign/data-token/well-known-url'
import { type Fetch, send, TIMEOUT_MS } from '../api/http.ts'
import { ClientError } from '../failure.ts'
import { readObject } from '../read.ts'
import { findIssuerAddress } from './sd-jwt.ts'

export type IssuerLine = ReturnType<typeof createIssuerLine>

type IssuerRequest = {
  readonly token?: string
  /** Parameters become a form, an object becomes JSON. */
  readonly body?: URLSearchParams | object
}

type IssuerAnswer = Readonly<Record<string, unknown>>

const ANSWER_CHARACTERS = 200_000

export type AskingIssuers = { readonly fetch: Fetch; readonly credentialIssuers: readonly string[] | undefined }

/** Talks only to credential issuers: any if undefined. Each function @throws ClientError */
export function createIssuerLine({ fetch, credentialIssuers }: AskingIssuers) {
  const addressAt = (url: string): URL => {
    const address = findIssuerAddress(url)
    if (address && credentialIssuers?.includes(address.origin) !== false) return address
    throw new ClientError({ code: 'issuer_unknown' })
  }
  const ask = async (url: string, init: RequestInit): Promise<IssuerAnswer> => {
    const response = await send(fetch, addressAt(url).href, {
      ...init,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return readAnswer(response)
  }
  return {
    /** An address that the operator allows. */
    addressAt,
    /** Whether an answer could come from another server. */
    hasSeveral: credentialIssuers?.length !== 1,
    getJson: (url: string) => ask(url, { method: 'GET' }),
    post: (url: string, { token, body }: IssuerRequest) => {
      const headers = new Headers()
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      if (body instanceof URLSearchParams || body === undefined)
        return ask(url, { method: 'POST', headers, body: body ?? null })
      headers.set('content-type', 'application/json')
      return ask(url, { method: 'POST', headers, body: JSON.stringify(body) })
    },
  }
}

/** Errors of a client that cannot prove itself, encrypt, or bind its token as the issuer demands. */
const UNSUPPORTED: readonly unknown[] = [
  'invalid_client',
  'invalid_dpop_proof',
  'invalid_encryption_parameters',
  'unauthorized_client',
  'use_dpop_nonce',
]

async function readAnswer(response: Response): Promise<IssuerAnswer> {
  const answer = await readBody(response)
  if (response.ok) return answer
  throw new ClientError({ code: UNSUPPORTED.includes(answer['error']) ? 'issuer_unsupported' : 'issuer_refused' })
}

async function readBody(response: Response): Promise<IssuerAnswer> {
  try {
    const text = await response.text()
    if (text.length <= ANSWER_CHARACTERS) return readObject(JSON.parse(text))
  } catch (error) {
    throw new ClientError({ code: 'issuer_refused' }, { cause: error })
  }
  throw new ClientError({ code: 'issuer_refused' })
}

/** @throws ClientError `bad_offer` if the issuer is no address */
export function metadataUrl(...[name, issuer]: Parameters<typeof wellKnownUrl>): string {
  if (URL.canParse(issuer)) return wellKnownUrl(name, issuer)
  throw new ClientError({ code: 'bad_offer' })
}
