import { GRANT_TYPES, type GrantType, type VerifiableClaim } from '@countersign/contracts'
import type { ClientChanges } from '@countersign/provider'
import { type Command, Option } from 'commander'
import { CommandError } from './command-error.ts'
import type { ReadFile } from './file-reader.ts'

const AUTH_METHODS = ['client_secret_post', 'client_secret_basic', 'private_key_jwt', 'none'] as const

const VERIFIABLE = ['email', 'phone'] as const satisfies readonly VerifiableClaim[]

type Jwk = NonNullable<ClientChanges['keys']>[number]

/** How an app speaks OAuth: the same options when it is registered and when it is changed. False takes an address away. */
export type ProtocolFlags = {
  readonly authMethod?: (typeof AUTH_METHODS)[number]
  readonly grantType?: readonly GrantType[]
  readonly jwks?: readonly Jwk[]
  readonly jwksUri?: string
  readonly idTokenAlg?: 'ES256' | 'RS256'
  readonly idTokenClaims?: boolean
  readonly privateUseScheme?: readonly string[]
  readonly requireVerified?: readonly VerifiableClaim[] | false
  readonly credentials?: NonNullable<ClientChanges['credentialsRequested']>
  readonly postLogoutRedirectUri?: readonly string[] | false
  readonly backchannelLogoutUri?: string | false
  readonly backchannelLogoutSession?: boolean
  readonly policyUri?: string | false
  readonly tosUri?: string | false
}

export function addProtocolOptions(command: Command, readFile: ReadFile): Command {
  return command
    .addOption(
      new Option('--auth-method <method>', 'how the app proves itself at the token endpoint').choices(AUTH_METHODS),
    )
    .addOption(
      new Option(
        '--grant-type <type...>',
        'what it comes to the token endpoint with; authorization_code and refresh_token if left out',
      ).choices(GRANT_TYPES),
    )
    .option('--jwks <file>', 'for private_key_jwt: its public keys, a JWK or a JWK Set', (path) =>
      parseJwks(path, readFile(path)),
    )
    .option('--jwks-uri <url>', 'for private_key_jwt: where it publishes them instead')
    .addOption(
      new Option('--id-token-alg <algorithm>', 'how id_tokens are signed; RS256 unless bound to PAR and DPoP').choices([
        'ES256',
        'RS256',
      ]),
    )
    .option('--id-token-claims', 'put what people approve into the id_token too, not in userinfo alone')
    .option('--no-id-token-claims', 'leave it to userinfo and the data token')
    .option('--private-use-scheme <scheme>', 'a scheme without a dot for a native app, as cursor; repeatable', collect)
    .addOption(
      new Option('--require-verified <claim...>', 'claims that it takes verified, or not at all').choices(VERIFIABLE),
    )
    .option('--credentials <file>', 'credentials of others that it asks for: a JSON list, [] for none', (path) =>
      parseCredentials(path, readFile(path)),
    )
    .option('--post-logout-redirect-uri <uri>', 'where people may return to once signed out; repeatable', collect)
    .option('--backchannel-logout-uri <url>', "where it is told that somebody's sign-in has ended")
    .option('--backchannel-logout-session', 'name a session in each logout token')
    .option('--policy-uri <url>', 'its privacy policy, shown to people before they decide')
    .option('--tos-uri <url>', 'its terms, shown beside it')
}

export function collect(value: string, sofar: readonly string[] = []): readonly string[] {
  return [...sofar, value]
}

export function readProtocolFlags(flags: ProtocolFlags): Partial<ClientChanges> {
  return {
    ...(flags.authMethod && { authenticationMethod: flags.authMethod }),
    ...(flags.grantType && { grantTypes: flags.grantType }),
    ...(flags.jwks && { keys: flags.jwks }),
    ...(flags.jwksUri !== undefined && { keysUri: flags.jwksUri }),
    ...(flags.idTokenAlg && { idTokenAlgorithm: flags.idTokenAlg }),
    ...(flags.idTokenClaims !== undefined && { idTokenClaims: flags.idTokenClaims }),
    ...(flags.privateUseScheme && { privateUseSchemes: flags.privateUseScheme }),
    ...(flags.requireVerified !== undefined && { verifiedClaimsRequired: flags.requireVerified || [] }),
    ...(flags.credentials && { credentialsRequested: flags.credentials }),
    ...(flags.postLogoutRedirectUri !== undefined && { postLogoutRedirectUris: flags.postLogoutRedirectUri || [] }),
    ...(flags.backchannelLogoutUri !== undefined && { backchannelLogoutUri: flags.backchannelLogoutUri || null }),
    ...(flags.backchannelLogoutSession !== undefined && {
      backchannelLogoutSessionRequired: flags.backchannelLogoutSession,
    }),
    ...(flags.policyUri !== undefined && { policyUri: flags.policyUri || null }),
    ...(flags.tosUri !== undefined && { tosUri: flags.tosUri || null }),
  }
}

/** What must be in the list, the registration says. */
function parseCredentials(path: string, content: Buffer): NonNullable<ProtocolFlags['credentials']> {
  const value = parseJson(path, content)
  if (Array.isArray(value)) return value
  throw new CommandError(`${path} must hold a JSON list.`)
}

function parseJwks(path: string, content: Buffer): readonly Jwk[] {
  const value = parseJson(path, content)
  const keys: unknown = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : [value]
  if (Array.isArray(keys) && keys.every(isJwk)) return keys
  throw new CommandError(`${path} must hold a JWK or a JWK Set: JSON, with a kty in every key.`)
}

function parseJson(path: string, content: Buffer): unknown {
  try {
    return JSON.parse(String(content))
  } catch (cause) {
    throw new CommandError(`${path} cannot be read. Check its path, and that it is JSON.`, { cause })
  }
}

function isJwk(value: unknown): value is Jwk {
  return typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string'
}
