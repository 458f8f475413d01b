import { ClientInformation, ClientMetadata } from '@countersign/contracts'
import { isTagged } from './client-texts.ts'
import { problemOfRedirectUri } from './redirect-uri.ts'

/** Leaves out each address that is not taken: one must not refuse the rest of a registration. */
export function takeRedirectUris(
  name: string,
  uris: readonly string[] = [],
  privateUseSchemes: readonly string[] = [],
): { readonly taken: readonly string[]; readonly notices: readonly string[] } {
  const problems = uris.map((uri) => problemOfRedirectUri(uri, privateUseSchemes))
  const notices = problems.flatMap((problem, index) =>
    problem === undefined ? [] : [`The ${name} number ${index + 1} was left out: it ${problem}.`],
  )
  return { taken: uris.filter((_uri, index) => problems[index] === undefined), notices }
}

const UNDERSTOOD = new Set([...Object.keys(ClientMetadata.properties), ...Object.keys(ClientInformation.properties)])
/** Names as RFC 7591 §2 has them; a stranger's other texts are not repeated. */
const MEMBER = /^[a-z][a-z0-9_]{0,63}(?:#[A-Za-z0-9-]{1,35})?$/

/** RFC 7591 §2 has unknown members ignored; OpenID Connect Registration §2 has many that this service does not know. */
export function noticesOfUnknown(metadata: ClientMetadata): string[] {
  const unknown = Object.keys(metadata).filter(
    (name) => !UNDERSTOOD.has(name) && !isTagged(name.split('#', 1)[0] ?? ''),
  )
  const names = unknown.filter((name) => MEMBER.test(name)).toSorted()
  return names.length > 0 ? [`Left out, because this service does not know them: ${names.join(', ')}.`] : []
}

/** RFC 7592 §2.2 has `null` mean absent. Of the encryption key, absence keeps it. */
export function withoutNulls(metadata: unknown): unknown {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return metadata
  return Object.fromEntries(
    Object.entries(metadata).filter(([name, value]) => value !== null || name === 'claims_encryption_jwk'),
  )
}
