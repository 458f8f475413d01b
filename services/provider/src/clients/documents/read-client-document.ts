import { ClientMetadata, DEFAULT_GRANT_TYPES } from '@countersign/contracts'
import type { Brand } from '@countersign/service/brand'
import { Compile } from 'typebox/compile'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import { checkClient } from '../check-client.ts'
import { checkUnvouchedName } from '../check-unvouched-name.ts'
import type { Client } from '../client.ts'
import { ClientRegistrationError } from '../client-registration-error.ts'
import { readMetadata } from '../read-metadata.ts'

const form = Compile(ClientMetadata)
const MAXIMUM_NAME_LENGTH = 80

type Surroundings = { readonly known: KnownScopes; readonly now: Date; readonly brand: Pick<Brand, 'name'> }

/**
 * The client that a document describes, by the rules for one that registers itself, and fewer rights: no secret can be agreed
 * on this way, nobody here has looked at it, and it is called by its host, which alone is proven.
 * @throws ClientRegistrationError
 */
export function readClientDocument(bytes: Buffer, url: URL, { known, now, brand }: Surroundings): Client {
  const metadata = parse(bytes)
  if (metadata.client_id !== url.href) throw refuse('names another client_id than its own address')
  if (metadata.client_secret !== undefined) throw refuse('holds a client_secret, which would be everybody’s')
  if (metadata.sector_identifier_uri !== undefined) throw refuse('has a sector_identifier_uri, which is not read here')
  if (metadata.client_name !== undefined) checkUnvouchedName(metadata.client_name, brand)
  const described = {
    ...metadata,
    // Who writes one document for many services cannot know what each of them calls its scopes: a person decides on each.
    scope: metadata.scope ?? [...known.scopes.keys()].join(' '),
    token_endpoint_auth_method: readAuthenticationMethod(metadata),
    grant_types: [...DEFAULT_GRANT_TYPES],
  }
  const registration = readMetadata(described, known)
  const checked = checkClient({ ...registration, name: nameOf(url, metadata.client_name) }, known)
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
    const json: unknown = JSON.parse(bytes.toString('utf8'))
    if (form.Check(json)) return json
  } catch {
    // The same refusal: the parser's message quotes what it found.
  }
  throw refuse('is no JSON object of client metadata (RFC 7591 §2)')
}

/** Draft §4.1: whatever rests on a shared secret is out. Without a word it is a public client, or the one of its keys. */
function readAuthenticationMethod({ token_endpoint_auth_method: method, jwks, jwks_uri }: ClientMetadata): string {
  if (method === undefined) return jwks !== undefined || jwks_uri !== undefined ? 'private_key_jwt' : 'none'
  if (method === 'none' || method === 'private_key_jwt') return method
  throw refuse('must have none or private_key_jwt as token_endpoint_auth_method')
}

/** Whoever has the host may write any name into the document: the host stands first, and is there alone where both are too long. */
function nameOf({ host }: URL, clientName: string | undefined): string {
  const name = `${host} (${clientName?.trim() ?? ''})`
  return clientName === undefined || name.length > MAXIMUM_NAME_LENGTH ? host : name
}

function refuse(problem: string): ClientRegistrationError {
  return new ClientRegistrationError(`The document at the client_id ${problem}.`)
}
