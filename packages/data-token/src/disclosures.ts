import { base64url } from 'jose'
import { isObject } from './parse-object.ts'
import { sha256 } from './sha256.ts'

/** The one hash that is taken (RFC 9901 §4.1.1). */
export async function digestOfDisclosure(data: string | ArrayBuffer, algorithm: string): Promise<Uint8Array> {
  if (algorithm !== 'sha-256') throw new TypeError('The disclosures of a credential are hashed by SHA-256.')
  return sha256(typeof data === 'string' ? data : new Uint8Array(data))
}

/**
 * Whether each disclosure is named once by its digest in what the issuer has signed, or in a disclosure that is, and gives
 * nothing there is already a new value (RFC 9901 §7.1, steps 3 to 5): the library leaves aside what nobody names.
 */
export async function areDisclosuresSound(disclosures: readonly string[], payload: object): Promise<boolean> {
  const contents = disclosures.map(readDisclosure)
  const named = [payload, ...contents].flatMap(digestsIn)
  const digests = await Promise.all(disclosures.map(async (each) => base64url.encode(await sha256(each))))
  const isNamedOnce = (digest: string) => named.filter((each) => each === digest).length === 1
  return (
    new Set(digests).size === digests.length &&
    digests.every(isNamedOnce) &&
    contents.every((content) => content.length !== 3 || !Object.hasOwn(payload, String(content[1])))
  )
}

/** `[salt, name, value]`, or `[salt, value]` of a list. */
function readDisclosure(disclosure: string): readonly unknown[] {
  const content: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(disclosure)))
  if (Array.isArray(content) && (content.length === 2 || content.length === 3)) return content
  throw new TypeError('This is no disclosure.')
}

function digestsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(digestsIn)
  if (!isObject(value)) return []
  const { _sd: digests, '...': digest, ...others } = value
  return [...(Array.isArray(digests) ? digests : []), digest, ...Object.values(others).flatMap(digestsIn)]
}
