import { withoutUnseen } from '@countersign/contracts/visible-text'
import { CONFLICT_KIND, type ItemDraft, newItemId, type PlainItem } from '@countersign/vault'
import { fieldsOf, listOf, readObject, readText, texts } from '../read.ts'
import type { DeviceKeys } from '../session-storage.ts'

export type CredentialItem = {
  readonly id: string
  /** With all disclosures, without a key binding (RFC 9901 §4). */
  readonly sdJwt: string
  /** Private P-256 key, for this credential alone. */
  readonly holderKey: HolderKey
  readonly issuerName: string
  readonly typeName: string
  /** Public, as of its receipt: they verify status lists without asking the issuer. */
  readonly issuerKeys: readonly IssuerKey[]
  /** The issuer's for this type, as `#rrggbb`. */
  readonly colour?: string | undefined
}

export type HolderKey = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
}

type IssuerKey = { readonly kty: string }

/** Named by the credential's type (`vct`). */
export const CREDENTIAL_KIND = 'credential'

/** Skips unreadable ones (newer version, edited import). */
export function credentialItemsOf(items: readonly PlainItem[]): readonly CredentialItem[] {
  return items.filter(isCredential).flatMap(({ id, value }) => {
    const read = tryRead(value)
    return read ? [{ id, ...read }] : []
  })
}

export function isCredential({ kind, meta }: Pick<PlainItem, 'kind' | 'meta'>): boolean {
  return kind === CREDENTIAL_KIND || (kind === CONFLICT_KIND && meta['conflict_kind'] === CREDENTIAL_KIND)
}

export function writeCredentialItem(vct: string, credential: Omit<CredentialItem, 'id'>): ItemDraft {
  const { sdJwt, holderKey, issuerKeys, issuerName, typeName, colour } = credential
  const names = { issuer_name: issuerName, type_name: typeName, colour }
  const value = JSON.stringify({ sd_jwt: sdJwt, holder_key: holderKey, issuer_keys: issuerKeys, ...names })
  return { id: newItemId(), kind: CREDENTIAL_KIND, name: vct, value, meta: {} }
}

const readItem = fieldsOf(
  { ...texts('sd_jwt', 'issuer_name', 'type_name'), holder_key: fieldsOf(texts('x', 'y', 'd')) },
  { colour: readText, issuer_keys: listOf(readIssuerKey) },
)

/** A JWK; others read the rest of it. */
export function readIssuerKey(value: unknown): IssuerKey {
  const key = readObject(value)
  return { ...key, kty: readText(key['kty']) }
}

function tryRead(text: string): Omit<CredentialItem, 'id'> | undefined {
  try {
    const { sd_jwt: sdJwt, holder_key, issuer_keys: issuerKeys = [], ...said } = readItem(JSON.parse(text))
    const holderKey = { kty: 'EC', crv: 'P-256', ...holder_key } as const
    const names = { issuerName: cleanName(said.issuer_name), typeName: cleanName(said.type_name) }
    return { sdJwt, holderKey, issuerKeys, ...names, colour: findColour(said.colour) }
  } catch {
    return undefined
  }
}

export async function importHolderKey(jwk: HolderKey): Promise<DeviceKeys['privateKey']> {
  return crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
}

const NAME_CHARACTERS = 80

/** Strips control characters and line breaks for display. */
export function cleanName(name: string): string {
  return withoutUnseen(name).trim().slice(0, NAME_CHARACTERS)
}

/** A page puts it into its style, so nothing else of CSS is let through. */
export function findColour(colour: unknown): string | undefined {
  return typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? colour : undefined
}
