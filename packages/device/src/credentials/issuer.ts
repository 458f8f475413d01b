import { wellKnownUrl } from '@countersign/data-token/well-known-url'
import { type Fetch, send, TIMEOUT_MS } from '../api/http.ts'
import { ClientError } from '../failure.ts'
import { readObject, readText } from '../read.ts'
import { cleanName, findColour } from './credential-item.ts'
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
  const ask = async (url: string, init: RequestInit): Promise<IssuerAnswer> => {
    const address = findIssuerAddress(url)
    if (!address || credentialIssuers?.includes(address.origin) === false) {
      throw new ClientError({ code: 'issuer_unknown' })
    }
    const response = await send(fetch, address.href, {
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

async function readAnswer(response: Response): Promise<IssuerAnswer> {
  try {
    const text = await response.text()
    if (response.ok && text.length <= ANSWER_CHARACTERS) return readObject(JSON.parse(text))
  } catch (error) {
    throw new ClientError({ code: 'issuer_refused' }, { cause: error })
  }
  throw new ClientError({ code: 'issuer_refused' })
}

export type IssuerMetadata = Readonly<Awaited<ReturnType<typeof readIssuerMetadata>>>

export type CredentialType = {
  readonly vct: string
  readonly name: string
  readonly colour: string | undefined
}

const FORMATS: readonly unknown[] = ['dc+sd-jwt', 'vc+sd-jwt']

/** OpenID4VCI 1.0 §12.2. @throws ClientError `issuer_refused`, and those of `IssuerLine` */
export async function readIssuerMetadata(issuer: string, { getJson }: IssuerLine) {
  const metadata = await getJson(metadataUrl('openid-credential-issuer', issuer))
  const { authorization_servers: servers } = metadata
  const server: unknown = Array.isArray(servers) ? servers[0] : issuer
  const authorization = await getJson(metadataUrl('oauth-authorization-server', String(server)))
  try {
    if (metadata['credential_issuer'] !== issuer || authorization['issuer'] !== server)
      throw new Error('Another issuer.')
    const { nonce_endpoint: nonce, credential_configurations_supported: configurations } = metadata
    return {
      issuer,
      name: nameIn(metadata) ?? new URL(issuer).host,
      tokenEndpoint: readText(authorization['token_endpoint']),
      credentialEndpoint: readText(metadata['credential_endpoint']),
      nonceEndpoint: nonce === undefined ? undefined : readText(nonce),
      types: typesIn(readObject(configurations)),
    }
  } catch (error) {
    throw new ClientError({ code: 'issuer_refused' }, { cause: error })
  }
}

/** @throws ClientError `bad_offer` if the issuer is no address */
export function metadataUrl(...[name, issuer]: Parameters<typeof wellKnownUrl>): string {
  if (URL.canParse(issuer)) return wellKnownUrl(name, issuer)
  throw new ClientError({ code: 'bad_offer' })
}

function typesIn(configurations: Readonly<Record<string, unknown>>): ReadonlyMap<string, CredentialType> {
  const types = Object.entries(configurations).flatMap(([id, value]) => {
    const { format, vct, credential_metadata: about = value } = readObject(value)
    if (!FORMATS.includes(format)) return []
    const colour = findColour(displayIn(about)['background_color'])
    return [[id, { vct: readText(vct), name: nameIn(about) ?? '', colour }] as const]
  })
  return new Map(types)
}

function nameIn(value: unknown): string | undefined {
  const { name } = displayIn(value)
  const clean = name === undefined ? '' : cleanName(readText(name))
  return clean === '' ? undefined : clean
}

/** Its first display; the others are in other languages. */
function displayIn(value: unknown): Readonly<Record<string, unknown>> {
  const { display } = readObject(value)
  const [first = {}]: readonly unknown[] = Array.isArray(display) ? display : []
  return readObject(first)
}
