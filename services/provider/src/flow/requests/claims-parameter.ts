import { OAuthError } from '@countersign/service/errors'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** The `claims` parameter as read (OpenID Connect Core §5.5); names are those of OpenID Connect. */
export type ClaimsParameter = {
  readonly userinfo: readonly string[]
  readonly idToken: readonly string[]
  readonly essential: readonly string[]
  /** Of the id_token's `acr` (§5.5.1.1). */
  readonly acr: { readonly values: readonly string[]; readonly isEssential: boolean } | undefined
  /** The only person who may answer (§3.1.2.2). */
  readonly sub: string | undefined
}

const MAXIMUM_LENGTH = 4_096
/** OpenID Connect Core §2. */
const SUBJECT = /^[\x20-\x7E]{1,255}$/

const IndividualClaim = Type.Union([
  Type.Null(),
  Type.Object({
    essential: Type.Optional(Type.Boolean()),
    value: Type.Optional(Type.Unknown()),
    values: Type.Optional(Type.Array(Type.Unknown())),
  }),
])
const IndividualClaims = Type.Optional(Type.Union([Type.Null(), Type.Record(Type.String(), IndividualClaim)]))
const parameter = Compile(Type.Object({ userinfo: IndividualClaims, id_token: IndividualClaims }))

const NOTHING: ClaimsParameter = { userinfo: [], idToken: [], essential: [], acr: undefined, sub: undefined }

/**
 * Members that are not understood are ignored, as is a wished value of a claim other than `acr` and `sub` (§5.5).
 * @throws `invalid_request`
 */
export function readClaimsParameter(text: string | undefined): ClaimsParameter {
  if (text === undefined) return NOTHING
  const { userinfo, id_token: idToken } = parse(text)
  const asked = [...Object.entries(userinfo ?? {}), ...Object.entries(idToken ?? {})]
  const acr = idToken?.['acr']
  return {
    userinfo: Object.keys(userinfo ?? {}),
    idToken: Object.keys(idToken ?? {}),
    essential: asked.filter(([, claim]) => claim?.essential === true).map(([name]) => name),
    acr: acr ? { values: valuesOf(acr).filter(isText), isEssential: acr.essential === true } : undefined,
    sub: readSubject(valuesOf(idToken?.['sub'])),
  }
}

/** Ignored, a wish that can be met by no one would be met by everyone. */
function readSubject([value, ...others]: readonly unknown[]): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && SUBJECT.test(value) && others.length === 0) return value
  throw new OAuthError('invalid_request', 'The sub of claims has one value, of 1 to 255 ASCII characters.')
}

function parse(text: string) {
  const value = text.length <= MAXIMUM_LENGTH ? tryToParse(text) : undefined
  if (parameter.Check(value)) return value
  throw new OAuthError(
    'invalid_request',
    `claims must be a JSON object of at most ${MAXIMUM_LENGTH} characters, as {"userinfo":{"email":{"essential":true}},"id_token":{"auth_time":null}}.`,
  )
}

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isText = (value: unknown) => typeof value === 'string'

function valuesOf(claim: { readonly value?: unknown; readonly values?: readonly unknown[] } | null | undefined) {
  if (claim?.value !== undefined) return [claim.value]
  return claim?.values ?? []
}
