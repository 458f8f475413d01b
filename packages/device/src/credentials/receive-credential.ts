import type { ItemDraft } from '@countersign/vault'
import { signJwt } from '../crypto.ts'
import { ClientError } from '../failure.ts'
import { type AccessToken, requestToken } from './access-token.ts'
import { requireCodeFlow } from './authorization-code.ts'

import { type HolderKey, importHolderKey, writeCredentialItem } from './credential-item.ts'
import { type CredentialOffer, PRE_AUTHORIZED_GRANT, readOffer } from './credential-offer.ts'
import { type CredentialType, type IssuerMetadata, readIssuerMetadata } from './issuer.ts'
import { fetchIssuerKeys, type IssuerKeys, isSignedBy } from './issuer-keys.ts'
import { type AskingIssuers, createIssuerLine, type IssuerLine } from './issuer-line.ts'
import { readSdJwt } from './sd-jwt.ts'

export type OpenOffer = {
  readonly offer: Pick<CredentialOffer, 'configurationIds'> & Partial<CredentialOffer>
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
  if (typesOf(open).length === 0) throw new ClientError({ code: 'bad_offer' })
  if (!offer.preAuthorized) requireCodeFlow(metadata, offer, line)
  return open
}

export type OfferedType = CredentialType & { readonly id: string }

export function typesOf({ offer, metadata }: OpenOffer): readonly OfferedType[] {
  return offer.configurationIds.flatMap((id) => {
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

type Receiving = AskingIssuers & { readonly token: AccessToken; readonly now: number }

/** Proves possession of one key for each credential (OpenID4VCI 1.0 §6 to §8). @throws ClientError */
export async function receiveCredentials(
  open: OpenOffer,
  { token, now, ...asking }: Receiving,
): Promise<readonly ItemDraft[]> {
  const { metadata } = open
  const line = createIssuerLine(asking)
  const keys = await fetchIssuerKeys(metadata.issuer, line)
  const received: ItemDraft[] = []
  // Sequentially: each nonce is for one request.
  for (const type of typesOf(open)) {
    const identifiers = token.identifiers.get(type.id) ?? [undefined]
    for (const identifier of identifiers) {
      received.push(await receiveOne({ metadata, token: token.value, type, identifier, keys, now, line }))
    }
  }
  return received
}

type Wanted = {
  readonly metadata: IssuerMetadata
  readonly token: string
  readonly type: OfferedType
  readonly identifier: string | undefined
  readonly keys: IssuerKeys
  readonly now: number
  readonly line: IssuerLine
}

async function receiveOne(wanted: Wanted): Promise<ItemDraft> {
  const { metadata, token, type, identifier, keys, now, line } = wanted
  const { vct, name, colour } = type
  const nonce = await fetchNonce(metadata, line)
  const holderKey = await makeHolderKey()
  const proof = await proveHolder(holderKey, { issuer: metadata.issuer, nonce, now })
  const named =
    identifier === undefined ? { credential_configuration_id: type.id } : { credential_identifier: identifier }
  const body = { ...named, proofs: { jwt: [proof] } }
  const sdJwt = credentialIn(await line.post(metadata.credentialEndpoint, { token, body }))
  const read = await readSdJwt(sdJwt)
  const isWhatWasOffered =
    read?.vct === vct &&
    read.issuer === metadata.issuer &&
    read.boundTo.x === holderKey.x &&
    read.boundTo.y === holderKey.y
  if (!isWhatWasOffered || !(await isSignedBy(keys, sdJwt))) throw new ClientError({ code: 'bad_credential' })
  return writeCredentialItem(vct, { sdJwt, holderKey, issuerName: metadata.name, typeName: name, colour })
}

async function fetchNonce({ nonceEndpoint }: IssuerMetadata, { post }: IssuerLine): Promise<string | undefined> {
  if (nonceEndpoint === undefined) return undefined
  const { c_nonce: nonce } = await post(nonceEndpoint, {})
  return typeof nonce === 'string' ? nonce : undefined
}

/** One key for each credential: issuers or apps that compare keys learn nothing. */
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

function credentialIn({ credentials }: Readonly<Record<string, unknown>>): string {
  const [first]: readonly unknown[] = Array.isArray(credentials) ? credentials : []
  const credential: unknown =
    typeof first === 'object' && first !== null && 'credential' in first ? first.credential : undefined
  // Deferred issuance (OpenID4VCI §9) is unsupported.
  if (typeof credential !== 'string') throw new ClientError({ code: 'issuer_refused' })
  return credential
}
