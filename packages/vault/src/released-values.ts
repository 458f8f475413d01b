import { malformed, readBase64url, readExactFields, readText } from './parse.ts'
import { HASH_BYTES } from './records.ts'

/** The text of a claim, or its SHA-256 (base64url, of the UTF-8) where it was too long for an entry. */
export type LoggedValue = string | { readonly sha256: string }

/**
 * Reads the values of a release: one for each of its claims, in their order.
 * @throws VaultError `malformed`
 */
export function readLoggedValues(value: unknown, claims: readonly string[], what: string): readonly LoggedValue[] {
  if (!Array.isArray(value) || value.length !== claims.length) throw malformed(what)
  const values: readonly unknown[] = value
  return values.map((each) => (typeof each === 'string' ? readText(each, what) : readHash(each, what)))
}

function readHash(value: unknown, what: string): LoggedValue {
  return { sha256: readBase64url(readExactFields(value, ['sha256'], what).sha256, HASH_BYTES, what) }
}
