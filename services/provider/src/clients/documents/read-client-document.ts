import { ClientMetadata, type ClientTexts, DEFAULT_GRANT_TYPES } from '@countersign/contracts'
import type { Brand } from '@countersign/service/brand'
import { Compile } from 'typebox/compile'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import { checkClient } from '../check-client.ts'
import { checkUnvouchedNames } from '../check-text.ts'
import type { Client } from '../client.ts'
import { ClientRegistrationError } from '../client-errors.ts'
import { allNames } from '../client-texts.ts'
import { readMetadata } from '../read-metadata.ts'
import { withoutNulls } from '../registration-notices.ts'

const form = Compile(ClientMetadata)
const MAXIMUM_NAME_LENGTH = 80

type Surroundings = {
  readonly known: KnownScopes
  readonly now: Date
  readonly brand: Pick<Brand, 'name'>
  /** No value in clear leaves for a host that the operator has not listed. */
  readonly mustSeal: boolean
}

/**
 * As dynamic registration, with fewer rights: no secret, unreviewed, and named by its host, the only proven part.
 * @throws ClientRegistrationError
 */
export function readClientDocument(bytes: Buffer, url: URL, { known, now, brand, mustSeal }: Surroundings): Client {
  const metadata = parse(bytes)
  if (metadata.client_id !== url.href) throw refuse('names another client_id than its own address')
  if (metadata.client_secret !== undefined) throw refuse('holds a client_secret, which would be everybody’s')
  if (metadata.sector_identifier_uri !== undefined) throw refuse('has a sector_identifier_uri, which is not read here')
  if (mustSeal && metadata.claims_encryption_jwk === undefined) {
    throw refuse('names no claims_encryption_jwk, which an app needs here unless the operator lists its host')
  }
  const described = {
    ...metadata,
    // A document for many services cannot know each one's scopes. The user decides on each.
    scope: metadata.scope ?? [...known.scopes.keys()].join(' '),
    token_endpoint_auth_method: readAuthenticationMethod(metadata),
    grant_types: [...DEFAULT_GRANT_TYPES],
  }
  const { registration } = readMetadata(described, known)
  const { texts = {} } = registration
  checkUnvouchedNames(allNames({ name: metadata.client_name ?? '', texts }), brand)
  const names = { name: nameOf(url, metadata.client_name), texts: textsOf(url, texts) }
  const checked = checkClient({ ...registration, ...names }, known)
  return {
    ...checked,
    clientId: url.href,
    secretHashes: [],
    isVouchedFor: false,
    owner: undefined,
    disabledAt: undefined,
    createdAt: now,
  }
}

function parse(bytes: Buffer): ClientMetadata {
  try {
    const json = withoutNulls(JSON.parse(bytes.toString('utf8')))
    if (form.Check(json)) return json
  } catch {
    // Not the parser's message: it quotes the content.
  }
  throw refuse('is no JSON object of client metadata (RFC 7591 §2)')
}

/** Draft §4.1 forbids shared secrets. The default is `private_key_jwt` with keys, else a public client. */
function readAuthenticationMethod({ token_endpoint_auth_method: method, jwks, jwks_uri }: ClientMetadata): string {
  if (method === undefined) return jwks !== undefined || jwks_uri !== undefined ? 'private_key_jwt' : 'none'
  if (method === 'none' || method === 'private_key_jwt') return method
  throw refuse('must have none or private_key_jwt as token_endpoint_auth_method')
}

function textsOf(url: URL, texts: ClientTexts): ClientTexts {
  const named = Object.entries(texts).map(([tag, own]) => [
    tag,
    { ...own, ...(own.name !== undefined && { name: nameOf(url, own.name) }) },
  ])
  return Object.fromEntries(named)
}

/** The document's author may claim any name, so the host comes first, and stands alone if both are too long. */
function nameOf({ host }: URL, clientName: string | undefined): string {
  const name = `${host} (${clientName?.trim() ?? ''})`
  return clientName === undefined || name.length > MAXIMUM_NAME_LENGTH ? host : name
}

function refuse(problem: string): ClientRegistrationError {
  return new ClientRegistrationError(`The document at the client_id ${problem}.`)
}
