import type { ItemDraft } from '@countersign/vault'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { signJwt } from '../crypto.ts'
import { ClientError } from '../failure.ts'
import { fieldOf, listOf } from '../read.ts'
import { type HolderKey, importHolderKey, readIssuerKey, writeCredentialItem } from './credential-item.ts'
import { type CredentialOffer, PRE_AUTHORIZED_GRANT, readOffer } from './credential-offer.ts'
import {
  type AskingIssuers,
  type CredentialType,
  createIssuerLine,
  type IssuerLine,
  type IssuerMetadata,
  metadataUrl,
  readIssuerMetadata,
} from './issuer.ts'
import { readSdJwt } from './sd-jwt.ts'

export type OpenOffer = { readonly offer: CredentialOffer; readonly metadata: IssuerMetadata }

/** @throws ClientError `bad_offer` where it is of nothing that can be taken here, and as `readIssuerMetadata` */
export async function openOffer(link: string, asking: AskingIssuers): Promise<OpenOffer> {
  const line = createIssuerLine(asking)
  const offer = await readOffer(link, line)
  const metadata = await readIssuerMetadata(offer.issuer, line)
  if (typesOf({ offer, metadata }).length === 0) throw new ClientError({ code: 'bad_offer' })
  return { offer, metadata }
}

export function typesOf({ offer, metadata }: OpenOffer): readonly (CredentialType & { readonly id: string })[] {
  return offer.configurationIds.flatMap((id) => {
    const type = metadata.types.get(id)
    return type ? [{ id, ...type }] : []
  })
}

/** Proves possession of one key for each credential (OpenID4VCI 1.0 §6 to §8). @throws ClientError */
export async function receiveCredentials(
  open: OpenOffer,
  { code, now, ...asking }: AskingIssuers & { readonly code: string | undefined; readonly now: number },
): Promise<readonly ItemDraft[]> {
  const { offer, metadata } = open
  const line = createIssuerLine(asking)
  const form = new URLSearchParams({
    grant_type: PRE_AUTHORIZED_GRANT,
    'pre-authorized_code': offer.preAuthorizedCode,
    ...(offer.codeAsked && { tx_code: code ?? '' }),
  })
  const { access_token: token } = await line.post(metadata.tokenEndpoint, { body: form })
  if (typeof token !== 'string') throw new ClientError({ code: 'issuer_refused' })
  const received: ItemDraft[] = []
  // Sequentially: each nonce is for one proof.
  for (const type of typesOf(open)) received.push(await receiveOne(type))
  return received

  async function receiveOne({ id, vct, name, colour }: CredentialType & { readonly id: string }): Promise<ItemDraft> {
    const nonce = await fetchNonce(metadata, line)
    const holderKey = await makeHolderKey()
    const proof = await proveHolder(holderKey, { issuer: metadata.issuer, nonce, now })
    const body = { credential_configuration_id: id, proofs: { jwt: [proof] } }
    const sdJwt = credentialIn(await line.post(metadata.credentialEndpoint, { token: String(token), body }))
    const read = await readSdJwt(sdJwt)
    const isWhatWasOffered =
      read?.vct === vct &&
      read.issuer === metadata.issuer &&
      read.boundTo.x === holderKey.x &&
      read.boundTo.y === holderKey.y
    const issuerKeys = isWhatWasOffered ? await findKeysOf(metadata.issuer, sdJwt, line) : undefined
    if (!issuerKeys) throw new ClientError({ code: 'bad_credential' })
    const about = { issuerName: metadata.name, typeName: name, colour }
    return writeCredentialItem(vct, { sdJwt, holderKey, issuerKeys, ...about })
  }
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

/**
 * The published keys (SD-JWT VC draft 19 §4); undefined unless one of them has signed it. Apps check again: this
 * keeps useless ones out.
 */
async function findKeysOf(issuer: string, sdJwt: string, { getJson }: IssuerLine) {
  const metadata = await getJson(metadataUrl('jwt-vc-issuer', issuer))
  const { jwks_uri: uri, jwks = typeof uri === 'string' ? await getJson(uri) : undefined } = metadata
  try {
    const keys = fieldOf('keys', listOf(readIssuerKey))(jwks).slice(0, MAXIMUM_KEYS)
    if (metadata['issuer'] !== issuer || (uri !== undefined && metadata['jwks'] !== undefined)) return undefined
    const [jwt = ''] = sdJwt.split('~')
    const { protectedHeader } = await jwtVerify(jwt, createLocalJWKSet({ keys }), { algorithms: ALGORITHMS, issuer })
    // SD-JWT VC draft 19 §2.2.1.
    return protectedHeader.typ === 'dc+sd-jwt' ? keys : undefined
  } catch {
    return undefined
  }
}

const ALGORITHMS = ['ES256', 'ES384', 'EdDSA']
/** They are kept with the credential. */
const MAXIMUM_KEYS = 8
