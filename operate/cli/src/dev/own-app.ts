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
import type { Command } from 'commander'
import { collect, parseScopeOption } from '../client-options.ts'
import { CommandError } from '../command-error.ts'
import { findAppClient, keepAppClient } from './development-secrets.ts'

export type OwnApp = {
  readonly client: RegisteredClient
  readonly redirectUri: string
  /** Undefined for a public or a plain client. */
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
  const claimsKeyFile =
    options.public || options.plain ? undefined : join(dataDirectory, `${nameOf(redirectUri)}.claims-key.json`)
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

/** The developer's app. An undefined name or scope stays unchanged; `envFile` is absolute. */
export type AppOptions = NonNullable<ReturnType<typeof readAppOptions>>

export type DevFlags = {
  readonly app?: string
  readonly name?: string
  readonly scope?: readonly string[]
  readonly public?: true
  readonly plain?: true
  readonly writeEnv?: string
  readonly demo?: true
}

const OF_THE_APP = ['name', 'scope', 'public', 'plain', 'writeEnv', 'demo'] as const

export function addAppOptions(command: Command): Command {
  return command
    .option('--app <redirect-uri>', 'register your app, whose callback is there, in place of running the demo app')
    .option('--name <name>', 'the name that people see; My App at first')
    .option(
      '--scope <name[:required][=reason]>',
      'a scope that it may request; repeatable; default: openid, email, profile',
      collect,
    )
    .option('--public', 'an app without a secret: it runs on a device or in a browser')
    .option('--plain', 'send it what people share in the open: for libraries that read claims at userinfo')
    .option('--write-env <file>', 'write what your app needs into this file, as NAME=value')
    .option('--demo', 'run the demo app too')
}

/**
 * Undefined if only the demo app is to run.
 * @throws CommandError
 */
export function readAppOptions(flags: DevFlags, resolvePath: (path: string) => string) {
  const { app, name, scope, writeEnv, public: isPublic = false, plain = false } = flags
  if (app === undefined) {
    const stray = OF_THE_APP.find((flag) => flags[flag] !== undefined)
    if (stray === undefined) return undefined
    const option = stray.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    throw new CommandError(`--${option} goes with --app: countersign dev --app http://localhost:3000/callback`)
  }
  checkRedirectUri(app)
  const envFile = writeEnv === undefined ? undefined : resolvePath(writeEnv)
  return { redirectUri: app, name, scope, public: isPublic, plain, envFile }
}

/** Checked before the server starts; registration checks the rest. */
function checkRedirectUri(text: string): void {
  if (URL.canParse(text) && /^https?:\/\//i.test(text)) return
  throw new CommandError(
    `--app takes the whole address of your app's callback, such as http://localhost:3000/callback, not "${text}".`,
  )
}

/**
 * Refuses an app on a port that this command needs.
 * @throws CommandError
 */
export function refuseSharedPort({ redirectUri }: AppOptions, ports: Readonly<Record<string, number>>): void {
  const { hostname, port } = new URL(redirectUri)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return
  const shared = Object.entries(ports).find(([, taken]) => String(taken) === port)
  if (!shared) return
  const [variable, taken] = shared
  throw new CommandError(
    `Your app and Countersign cannot both have port ${taken}. Give it another: ${variable}=${taken + 1}`,
  )
}
