import { join } from 'node:path'
import {
  type ClientChanges,
  type ClientRegistration,
  findClient,
  type RegisteredClient,
  type Registrar,
} from '@countersign/provider'
import { keepClaimsKey } from '@countersign/sdk'
import type { Sql } from '@countersign/service/sql'
import { parseScopeOption } from '../client-options.ts'
import type { AppOptions } from './app-options.ts'
import { findAppClient, keepAppClient } from './development-secrets.ts'

export type OwnApp = {
  readonly client: RegisteredClient
  readonly redirectUri: string
  /** Undefined for a public client, whose claims are plain. */
  readonly claimsKeyFile: string | undefined
}

type Parts = { readonly sql: Sql; readonly registrar: Registrar; readonly dataDirectory: string }

const SCOPES = ['openid', 'email', 'profile']

/**
 * Updates the client that was registered for this redirect URI, or registers one.
 * @throws ClientRegistrationError
 */
export async function provideOwnApp({ sql, registrar, dataDirectory }: Parts, options: AppOptions): Promise<OwnApp> {
  const { redirectUri, name, scope } = options
  const claimsKeyFile = options.public ? undefined : join(dataDirectory, `${nameOf(redirectUri)}.claims-key.json`)
  const claimsKey = claimsKeyFile === undefined ? null : (await keepClaimsKey(claimsKeyFile)).publicJwk
  const changes: ClientChanges = {
    ...(name !== undefined && { name }),
    ...(scope && { scopes: scope.map(parseScopeOption) }),
    ...(options.public && { authenticationMethod: 'none' }),
    claimsEncryptionKey: claimsKey,
  }
  const known = findAppClient(dataDirectory, redirectUri)
  const changed = known && (await change({ sql, registrar }, known, changes))
  const client = changed ?? (await registrar.registerClient({ ...firstOf(redirectUri), ...changes }))
  keepAppClient(dataDirectory, redirectUri, client)
  return { client, redirectUri, claimsKeyFile }
}

/** Defaults of a new app. */
function firstOf(redirectUri: string): ClientRegistration {
  return {
    name: 'My App',
    scopes: SCOPES.map(parseScopeOption),
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [new URL('/', redirectUri).href],
  }
}

/** Undefined if this database does not know the client. */
async function change(
  { sql, registrar }: Pick<Parts, 'sql' | 'registrar'>,
  { clientId, clientSecret }: RegisteredClient,
  changes: ClientChanges,
): Promise<RegisteredClient | undefined> {
  const registered = await findClient(sql, clientId)
  if (!registered) return undefined
  const getsSecret = registered.authenticationMethod === 'none' && !changes.authenticationMethod
  const updated = await registrar.updateClient(clientId, {
    ...changes,
    ...(getsSecret && { authenticationMethod: 'client_secret_post' }),
  })
  if (changes.authenticationMethod === 'none') return { clientId, clientSecret: undefined }
  return { clientId, clientSecret: updated?.clientSecret ?? clientSecret }
}

/** `http://localhost:3000/callback` is `localhost-3000-callback`. */
function nameOf(redirectUri: string): string {
  return redirectUri
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
}
