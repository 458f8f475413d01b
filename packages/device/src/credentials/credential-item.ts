import { CONFLICT_KIND, type ItemDraft, newItemId, type PlainItem, readObject, readText } from '@countersign/vault'
import { cleanName } from './display-name.ts'

/** A credential as the vault keeps it: what its issuer signed, and the key of its holder, which it is bound to. */
export type CredentialItem = {
  readonly id: string
  /** An SD-JWT with all of its disclosures and without a key binding (RFC 9901 §4). */
  readonly sdJwt: string
  /** Private, on P-256, and of this credential alone. */
  readonly holderKey: HolderKey
  /** As the issuer calls itself, and what it has issued. */
  readonly issuerName: string
  readonly typeName: string
}

export type HolderKey = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
}

/** An item of this kind is named by the type of the credential (`vct`). */
export const CREDENTIAL_KIND = 'credential'
const WHAT = 'credential'

/** The credentials of a vault. One that cannot be read, of a newer version or of a file that was edited, is one that is not there. */
export function credentialItemsOf(items: readonly PlainItem[]): readonly CredentialItem[] {
  return items.filter(isCredential).flatMap(({ id, value }) => {
    const read = tryRead(value)
    return read ? [{ id, ...read }] : []
  })
}

/** Whether an item is a credential, or the version of one that a merge set aside: neither is ever edited. */
export function isCredential({ kind, meta }: Pick<PlainItem, 'kind' | 'meta'>): boolean {
  return kind === CREDENTIAL_KIND || (kind === CONFLICT_KIND && meta['conflict_kind'] === CREDENTIAL_KIND)
}

export function writeCredentialItem(vct: string, credential: Omit<CredentialItem, 'id'>): ItemDraft {
  const { sdJwt, holderKey, issuerName, typeName } = credential
  const value = JSON.stringify({ sd_jwt: sdJwt, holder_key: holderKey, issuer_name: issuerName, type_name: typeName })
  return { id: newItemId(), kind: CREDENTIAL_KIND, name: vct, value, meta: {} }
}

function tryRead(text: string): Omit<CredentialItem, 'id'> | undefined {
  try {
    const { sd_jwt, holder_key, issuer_name, type_name } = readObject(JSON.parse(text), WHAT)
    const { x, y, d } = readObject(holder_key, WHAT)
    return {
      sdJwt: readText(sd_jwt, WHAT),
      holderKey: { kty: 'EC', crv: 'P-256', x: readText(x, WHAT), y: readText(y, WHAT), d: readText(d, WHAT) },
      issuerName: cleanName(readText(issuer_name, WHAT)),
      typeName: cleanName(readText(type_name, WHAT)),
    }
  } catch {
    return undefined
  }
}
