import { type CredentialRequest, CredentialRequests, CredentialsQuery } from '@countersign/contracts'
import { Compile } from 'typebox/compile'
import { problemOfRedirectUri } from './redirect-uri.ts'

/** One entry of the vault's log, at most 4 KiB, names all of them. */
const MAXIMUM_NAMES_LENGTH = 1_500

const [form, requestForm] = [Compile(CredentialsQuery), Compile(CredentialRequests)]

type CredentialQuery = CredentialsQuery['credentials'][number]

/** Members of DCQL (OpenID4VP 1.0 §6) that are refused rather than ignored: an app would wait for their effect. */
const LEAVE_OUT: Readonly<Record<string, string>> = {
  credential_sets: 'people choose each credential, and none is required',
  multiple: 'one credential of each type is shared',
  trusted_authorities: 'name the issuers as values of the claim iss, {"path": ["iss"], "values": ["https://…"]}',
  require_cryptographic_holder_binding: 'each credential is shared with its key binding',
  claim_sets: 'people choose each claim',
}

/** A query that was checked, as devices read it. */
export function credentialRequestsOf(query: CredentialsQuery | undefined): readonly CredentialRequest[] {
  return (query?.credentials ?? []).map(({ meta, claims, reason = '' }) => ({
    vct: meta.vct_values[0] ?? '',
    issuers: claims.filter(isOfIssuer).flatMap(({ values = [] }) => values.map(String)),
    claims: claims.filter((claim) => !isOfIssuer(claim)).map(({ path }) => String(path[0])),
    reason,
  }))
}

/** The issuer is matched by value, as OpenID4VP 1.0 §6.1.1 suggests: its trusted authorities are of X.509 and federations. */
function isOfIssuer({ path }: CredentialQuery['claims'][number]): boolean {
  return path[0] === 'iss'
}

/** A sentence on the first thing that is wrong. */
export function problemOfCredentialsQuery(query: unknown, isSealed: boolean): string | undefined {
  if (query === undefined) return undefined
  const unsupported = findUnsupported(query)
  if (unsupported !== undefined) return `Leave out ${unsupported}: ${LEAVE_OUT[unsupported]}.`
  if (!form.Check(query))
    return 'credentials_requested is a DCQL query: {"credentials": [{"id", "format", "meta", "claims", "reason"}]}, of 1 to 4 credentials.'
  if (!isSealed)
    return 'Credentials are shared sealed or not at all: an app that asks for them has a claims_encryption_jwk.'
  const { credentials } = query
  return credentials.map(problemOfCredential).find((each) => each !== undefined) ?? problemOfAll(query)
}

function findUnsupported(query: unknown): string | undefined {
  const { credentials } = Object(query)
  const entries: readonly unknown[] = Array.isArray(credentials) ? credentials : []
  return [query, ...entries].flatMap((each) => Object.keys(Object(each))).find((name) => Object.hasOwn(LEAVE_OUT, name))
}

function problemOfCredential({ id: _id, format, meta, claims, reason: _reason, ...others }: CredentialQuery) {
  const { vct_values: types, ...otherMeta } = meta
  const isKnown = [others, otherMeta].every((each) => Object.keys(each).length === 0)
  if (!isKnown) return 'A credential has id, format, meta with vct_values, claims and reason: leave out other members.'
  if (format !== 'dc+sd-jwt') return 'The format of a credential is dc+sd-jwt: no other is supported.'
  if (types.length !== 1) return 'meta.vct_values names one type: write an entry for each.'
  if (claims.some(({ path: _path, values: _values, ...more }) => Object.keys(more).length > 0))
    return 'A claim has path and values: leave out other members.'
  if (claims.some(({ path }) => path.length !== 1 || typeof path[0] !== 'string'))
    return 'A path has one name, at the top of the credential, as ["degree"]: nested claims are not supported.'
  if (claims.some((claim) => claim.values !== undefined && !isOfIssuer(claim)))
    return 'values are for the claim iss: compare those of other claims in your app.'
  const { length } = claims.filter(isOfIssuer)
  if (length !== 1) return 'Each credential names its issuers, once: {"path": ["iss"], "values": ["https://…"]}.'
  return undefined
}

function problemOfAll(query: CredentialsQuery): string | undefined {
  const requests = credentialRequestsOf(query)
  const isEachOnce = (names: readonly string[]) => new Set(names).size === names.length
  if (!requestForm.Check(requests))
    return 'Each credential has a type, issuers, and 1 to 16 claims, which begin with a letter and hold letters, digits and _.'
  if (!isEachOnce(query.credentials.map(({ id }) => id))) return 'Each id is given once.'
  if (!isEachOnce(requests.map(({ vct }) => vct))) return 'Each type of credential is named once.'
  const names = requests.flatMap(({ vct, claims }) => claims.map((claim) => `${vct}#${claim}`))
  if (names.join('').length > MAXIMUM_NAMES_LENGTH) return 'These are too many claims, or too long names of types.'
  const issuers = requests.flatMap((request) => request.issuers)
  return issuers.every(isIssuer) ? undefined : 'The issuer of a credential is an https address.'
}

function isIssuer(issuer: string): boolean {
  const isAddress = /^https?:/.test(issuer) && problemOfRedirectUri(issuer) === undefined
  return isAddress && new URL(issuer).search === ''
}

/** As the column has it: an older version reads a list there, and sees that nothing is asked in an object. */
export function toStoredQuery(query: CredentialsQuery | undefined): CredentialsQuery | readonly never[] {
  return query ?? []
}

/** Rows of versions before DCQL hold a list of `CredentialRequest`. */
export function readStoredQuery(stored: CredentialsQuery | readonly CredentialRequest[]): CredentialsQuery | undefined {
  if (!isList(stored)) return stored
  if (stored.length === 0) return undefined
  const credentials = stored.map(({ vct, issuers, claims, reason }, index) => ({
    id: `credential_${index + 1}`,
    format: 'dc+sd-jwt',
    meta: { vct_values: [vct] },
    claims: [{ path: ['iss'], values: [...issuers] }, ...claims.map((claim) => ({ path: [claim] }))],
    ...(reason !== '' && { reason }),
  }))
  return { credentials }
}

function isList(stored: CredentialsQuery | readonly CredentialRequest[]): stored is readonly CredentialRequest[] {
  return Array.isArray(stored)
}
