import type { ItemDraft } from '@countersign/vault'
import { signJwt } from '../crypto.ts'
import { ClientError } from '../failure.ts'
import { fieldOf, listOf, readText } from '../read.ts'
import { type AccessToken, requestToken } from './access-token.ts'
import { requireCodeFlow } from './authorization-code.ts'
import { MOST_COPIES, saysSame } from './credential-copies.ts'
import {
  type Copies,
  type CredentialCopy,
  type HolderKey,
  importHolderKey,
  writeCredentialItem,
} from './credential-item.ts'
import { type CredentialOffer, PRE_AUTHORIZED_GRANT, readOffer } from './credential-offer.ts'
import type { HeldCredential } from './credential-view.ts'
import { type IssuerMetadata, type OfferedType, readIssuerMetadata } from './issuer.ts'
import { fetchIssuerKeys, type IssuerKeys, isSignedBy } from './issuer-keys.ts'
import { type AskingIssuers, createIssuerLine, type IssuerLine } from './issuer-line.ts'
import { isBoundTo, readSdJwt } from './sd-jwt.ts'

export type OpenOffer = {
  readonly offer: Partial<CredentialOffer>
  readonly metadata: IssuerMetadata
  /** Once the user was at the issuer. */
  readonly token?: AccessToken
}

/** @throws ClientError `bad_offer` where it is of nothing that can be taken here, and as `readIssuerMetadata` */
export async function openOffer(link: string, asking: AskingIssuers): Promise<OpenOffer> {
  const line = createIssuerLine(asking)
  const offer = await readOffer(link, line)
  const metadata = await readIssuerMetadata(offer.issuer, line, offer.server)
  const open = { offer, metadata }
  const types = typesOf(open)
  if (types.length === 0) throw new ClientError({ code: 'bad_offer' })
  if (!offer.preAuthorized) requireCodeFlow({ metadata, types }, line)
  return open
}

export function typesOf({ offer, metadata }: OpenOffer): readonly OfferedType[] {
  return (offer.configurationIds ?? [...metadata.types.keys()]).flatMap((id) => {
    const type = metadata.types.get(id)
    return type ? [{ id, ...type }] : []
  })
}

/** @throws ClientError `issuer_refused` for a wrong code of the user's */
export async function redeemOffer({ offer, metadata }: OpenOffer, code: string | undefined, asking: AskingIssuers) {
  if (!offer.preAuthorized) throw new ClientError({ code: 'locked' })
  const form = new URLSearchParams({
    grant_type: PRE_AUTHORIZED_GRANT,
    'pre-authorized_code': offer.preAuthorized.code,
    ...(offer.preAuthorized.codeAsked && { tx_code: code ?? '' }),
  })
  return requestToken(metadata.server.tokenEndpoint, form, createIssuerLine(asking))
}

type Receiving = AskingIssuers & {
  readonly token: AccessToken
  readonly now: number
  /** Of the vault: one that says the same gets the new copies. */
  readonly held: readonly HeldCredential[]
}

/** Proves possession of one key for each copy (OpenID4VCI 1.0 §6 to §8). @throws ClientError */
export async function receiveCredentials(
  open: OpenOffer,
  { token, now, held, ...asking }: Receiving,
): Promise<readonly ItemDraft[]> {
  const { metadata } = open
  const line = createIssuerLine(asking)
  const keys = await fetchIssuerKeys(metadata.issuer, line)
  const received: ItemDraft[] = []
  // Sequentially: each nonce is for one request.
  for (const type of typesOf(open)) {
    for (const identifier of token.identifiers.get(type.id) ?? [undefined]) {
      const copies = await requestCopies({ metadata, token, type, identifier, now, line })
      const others = held.filter(({ id }) => !received.some((each) => each.id === id))
      received.push(await checkedItem(copies, { metadata, type, keys, held: others }))
    }
  }
  return received
}

type Wanted = {
  readonly metadata: IssuerMetadata
  readonly token: AccessToken
  readonly type: OfferedType
  readonly identifier: string | undefined
  readonly now: number
  readonly line: IssuerLine
}

/** One key for each copy: issuers or apps that compare keys learn nothing. */
async function requestCopies({ metadata, token, type, identifier, now, line }: Wanted) {
  const { issuer, batchSize, credentialEndpoint } = metadata
  const nonce = await fetchNonce(metadata, line)
  const made = await Promise.all(Array.from({ length: Math.min(batchSize, MOST_COPIES) }, makeHolderKey))
  const jwt = await Promise.all(made.map(async (key) => proveHolder(key, { issuer, nonce, now })))
  const named =
    identifier === undefined ? { credential_configuration_id: type.id } : { credential_identifier: identifier }
  const answer = await line.post(credentialEndpoint, { token: token.value, body: { ...named, proofs: { jwt } } })
  return credentialsIn(answer).map((sdJwt) => ({ sdJwt, made }))
}

type Expected = {
  readonly metadata: IssuerMetadata
  readonly type: OfferedType
  readonly keys: IssuerKeys
  readonly held: readonly HeldCredential[]
}

type Issued = { readonly sdJwt: string; readonly made: readonly HolderKey[] }

/** @throws ClientError `bad_credential` unless all are of the offer, signed, and alike but for their keys */
async function checkedItem(issued: readonly Issued[], { metadata, type, keys, held }: Expected): Promise<ItemDraft> {
  const read = await Promise.all(issued.map(async (each) => readCopy(each, keys)))
  // The first, whose end the card shows, ends first.
  const [first, ...others] = read.toSorted((one, other) => (one.until ?? Infinity) - (other.until ?? Infinity))
  const isAsOffered = first?.vct === type.vct && first.issuer === metadata.issuer
  const owners = new Set(read.map(({ copy }) => copy.holderKey.x))
  if (!isAsOffered || owners.size !== read.length || !others.every((each) => saysSame(each, first))) {
    throw new ClientError({ code: 'bad_credential' })
  }
  const copies: Copies = areLinked(read) ? [first.copy] : [first.copy, ...others.map(({ copy }) => copy)]
  const { id } = held.find((each) => saysSame(each, first)) ?? {}
  const names = { issuerName: metadata.name, typeName: type.name, colour: type.colour }
  return writeCredentialItem(type.vct, { id, copies, issuerKeys: keys.keys, ...names })
}

async function readCopy({ sdJwt, made }: Issued, keys: IssuerKeys) {
  const read = await readSdJwt(sdJwt)
  const holderKey = read && made.find((key) => isBoundTo(read, key))
  if (!holderKey || !(await isSignedBy(keys, sdJwt))) throw new ClientError({ code: 'bad_credential' })
  return { ...read, copy: { sdJwt, holderKey } }
}

type Linkable = { readonly copy: CredentialCopy; readonly status: unknown }

/** An issuer that uses a salt, or a place in a status list, twice gives no more privacy than one copy does. */
function areLinked(copies: readonly Linkable[]): boolean {
  const disclosures = copies.flatMap(({ copy }) => copy.sdJwt.split('~').slice(1, -1))
  const statuses = copies.flatMap(({ status }) => (status === undefined ? [] : [JSON.stringify(status)]))
  return [disclosures, statuses].some((each) => new Set(each).size !== each.length)
}

async function fetchNonce({ nonceEndpoint }: IssuerMetadata, { post }: IssuerLine): Promise<string | undefined> {
  if (nonceEndpoint === undefined) return undefined
  const { c_nonce: nonce } = await post(nonceEndpoint, {})
  return typeof nonce === 'string' ? nonce : undefined
}

async function makeHolderKey(): Promise<HolderKey> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  return { kty: 'EC', crv: 'P-256', x, y, d }
}

type Proven = { readonly issuer: string; readonly nonce: string | undefined; readonly now: number }

async function proveHolder(key: HolderKey, { issuer, nonce, now }: Proven): Promise<string> {
  const { d: _private, ...jwk } = key
  const claims = { aud: issuer, iat: Math.floor(now / 1000), ...(nonce !== undefined && { nonce }) }
  return signJwt(await importHolderKey(key), { typ: 'openid4vci-proof+jwt', jwk }, claims)
}

const readCredentials = fieldOf('credentials', listOf(fieldOf('credential', readText)))

/** Deferred issuance (OpenID4VCI 1.0 §9) is unsupported. */
function credentialsIn(answer: unknown): readonly string[] {
  try {
    return readCredentials(answer)
  } catch (error) {
    throw new ClientError({ code: 'issuer_refused' }, { cause: error })
  }
}
