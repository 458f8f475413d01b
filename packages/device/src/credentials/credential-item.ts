import { withoutUnseen } from '@countersign/contracts/visible-text'
import { CONFLICT_KIND, type ItemDraft, newItemId, type PlainItem } from '@countersign/vault'
import { fieldsOf, listOf, readText, texts } from '../read.ts'
import type { DeviceKeys } from '../session-storage.ts'

export type CredentialItem = {
  readonly id: string
  /** All say the same. Of several, each is for one app alone. */
  readonly copies: Copies
  readonly issuerName: string
  readonly typeName: string
  /** Public, as of its receipt: they verify status lists without asking the issuer. */
  readonly issuerKeys: readonly IssuerKey[]
  /** The issuer's for this type, as `#rrggbb`. */
  readonly colour?: string | undefined
}

export type CredentialCopy = {
  /** With all disclosures, without a key binding (RFC 9901 §4). */
  readonly sdJwt: string
  /** Private P-256 key, for this copy alone. */
  readonly holderKey: HolderKey
  /** Client id of the app that has it. */
  readonly app?: string | undefined
}

export type Copies = readonly [CredentialCopy, ...CredentialCopy[]]

export type HolderKey = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
}

/** A public key on a curve: the others sign nothing here. */
export type IssuerKey = Readonly<Record<'kty' | 'crv' | 'x', string> & Partial<Record<'y' | 'kid' | 'alg', string>>>

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

/** `id`: of an entry whose copies it replaces. */
export function writeCredentialItem(
  vct: string,
  { id = newItemId(), ...credential }: Omit<CredentialItem, 'id'> & { readonly id?: string | undefined },
): ItemDraft {
  return { id, kind: CREDENTIAL_KIND, name: vct, value: writeCredential(credential), meta: {} }
}

/** A single copy is written as older versions read it; they skip several, which they would show to any app. */
export function writeCredential({ copies, issuerKeys, ...said }: Omit<CredentialItem, 'id'>): string {
  const { issuerName, typeName, colour } = said
  const names = { issuer_name: issuerName, type_name: typeName, issuer_keys: issuerKeys, colour }
  const written = copies.map(({ sdJwt, holderKey, app }) => ({ sd_jwt: sdJwt, holder_key: holderKey, app }))
  return JSON.stringify(written.length === 1 ? { ...written[0], ...names } : { copies: written, ...names })
}

const readCopy = fieldsOf({ sd_jwt: readText, holder_key: fieldsOf(texts('x', 'y', 'd')) }, { app: readText })

/** Without other members of the JWK, such as certificates: an entry has little room. */
export const readIssuerKey = fieldsOf(texts('kty', 'crv', 'x'), texts('y', 'kid', 'alg'))

const readNames = fieldsOf(texts('issuer_name', 'type_name'), {
  colour: readText,
  copies: listOf(readCopy),
  issuer_keys: listOf(readIssuerKey),
})

function tryRead(text: string): Omit<CredentialItem, 'id'> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const { issuer_name, type_name, colour, issuer_keys: issuerKeys = [], ...kept } = readNames(value)
    const { copies = [readCopy(value)] } = kept
    const [first, ...others] = copies.map(({ sd_jwt: sdJwt, holder_key, app }) => ({
      sdJwt,
      holderKey: Object.assign({ kty: 'EC', crv: 'P-256' } as const, holder_key),
      app,
    }))
    if (!first) return undefined
    const names = { issuerName: cleanName(issuer_name), typeName: cleanName(type_name) }
    return { copies: [first, ...others], ...names, issuerKeys, colour: findColour(colour) }
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
