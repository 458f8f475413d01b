import type { Fetch } from '../api/http.ts'
import { ClientError } from '../failure.ts'
import { readObject } from '../read.ts'
import { findIssuerAddress } from './issuer-address.ts'

/** How a device talks to issuers of credentials, and to no other host. */
export type IssuerLine = {
  readonly getJson: (url: string) => Promise<IssuerAnswer>
  readonly post: (url: string, request: IssuerRequest) => Promise<IssuerAnswer>
}

export type IssuerRequest = {
  readonly token?: string
  /** A form if these are parameters, JSON if it is an object, and nothing. */
  readonly body?: URLSearchParams | object
}

export type IssuerAnswer = Readonly<Record<string, unknown>>

const TIMEOUT_MS = 10_000
const ANSWER_CHARACTERS = 200_000

/**
 * @param origins the issuers that this device may ask; any where it is left out
 * @throws ClientError, each function: `issuer_unknown` for any other address, `issuer_refused`, `offline`, `timeout`
 */
export function createIssuerLine(fetch: Fetch, origins: readonly string[] | undefined): IssuerLine {
  const ask = async (url: string, init: RequestInit): Promise<IssuerAnswer> => {
    const address = findIssuerAddress(url)
    if (!address || origins?.includes(address.origin) === false) {
      throw new ClientError({ code: 'issuer_unknown' })
    }
    return readAnswer(await send(fetch, address.href, init))
  }
  return {
    getJson: (url) => ask(url, { method: 'GET' }),
    post: (url, { token, body }) => {
      const headers = new Headers()
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      if (body instanceof URLSearchParams || body === undefined)
        return ask(url, { method: 'POST', headers, body: body ?? null })
      headers.set('content-type', 'application/json')
      return ask(url, { method: 'POST', headers, body: JSON.stringify(body) })
    },
  }
}

async function send(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, {
      ...init,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    throw new ClientError({ code: isTimeout ? 'timeout' : 'offline' }, { cause: error })
  }
}

async function readAnswer(response: Response): Promise<IssuerAnswer> {
  try {
    const text = await response.text()
    if (response.ok && text.length <= ANSWER_CHARACTERS) return readObject(JSON.parse(text))
  } catch (error) {
    throw new ClientError({ code: 'issuer_refused' }, { cause: error })
  }
  throw new ClientError({ code: 'issuer_refused' })
}
