import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type ClaimsKey, claimsKeyThumbprint } from '@countersign/data-token'
import { findClient, type RegisteredClient, type Registrar } from '@countersign/provider'
import type { Sql } from '@countersign/service/sql'
import type { ListenSettings } from '../settings/process-settings.ts'

/** With this file's extension: the build compiles both. */
const PROGRAM = new URL(
  `../../../../kit/examples/relying-app/src/main${extname(import.meta.filename)}`,
  import.meta.url,
)

type DemoSettings = ListenSettings & {
  readonly client: RegisteredClient
  readonly claimsKeyFile: string
  readonly issuer: string
  /** The `iss` of Demo University. */
  readonly university: string
}

/**
 * Runs the example app in a thread: an orphaned process would hold its port at the next start.
 * @throws the app's error while starting
 */
export async function startDemoApp({ host, port, client, claimsKeyFile, issuer, university }: DemoSettings) {
  const env = {
    ISSUER: issuer,
    UNIVERSITY: university,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret ?? '',
    CLAIMS_KEY_FILE: claimsKeyFile,
    PORT: String(port),
    HOST: host,
  }
  const worker = new Worker(PROGRAM, { env, stdout: true })
  const failed = once(worker, 'exit').then(() => Promise.reject(new Error('The demo app ended while starting.')))
  await Promise.race([once(worker.stdout, 'data'), failed])
  failed.catch(() => undefined)
  return { stop: async () => void (await worker.terminate()) }
}

const LOGO = new URL('../../../../kit/examples/relying-app/logo.png', import.meta.url)

type DemoRegistration = { readonly redirectUri: string; readonly claimsKey: ClaimsKey; readonly university: string }

/** Updates the known client if the database has it for this address, or registers a new one. */
export async function provideDemoClient(
  { sql, registrar }: { readonly sql: Sql; readonly registrar: Registrar },
  known: RegisteredClient | undefined,
  { redirectUri, claimsKey: claimsEncryptionKey, university }: DemoRegistration,
): Promise<RegisteredClient> {
  const degree = {
    id: 'degree',
    format: 'dc+sd-jwt',
    meta: { vct_values: [`${university}/degree`] },
    claims: [{ path: ['iss'], values: [university] }, { path: ['degree'] }, { path: ['family_name'] }],
    reason: 'Graduates pay 10% less.',
  }
  const credentialsRequested = { credentials: [degree] }
  const wanted = { ...SHOP, credentialsRequested, eventsUri: new URL('/events', redirectUri).href }
  const registered = known && (await findClient(sql, known.clientId))
  if (known && registered?.redirectUris.includes(redirectUri)) {
    const key = registered.claimsEncryptionKey
    const isSame = key && claimsKeyThumbprint(key) === claimsKeyThumbprint(claimsEncryptionKey)
    const asIs = Object.fromEntries(Object.entries(registered).filter(([name]) => name in wanted))
    if (!isSame || !isDeepStrictEqual(asIs, wanted)) {
      await registrar.updateClient(known.clientId, { ...wanted, claimsEncryptionKey, logo: readFileSync(LOGO) })
    }
    return known
  }
  return registrar.registerClient({
    ...wanted,
    redirectUris: [redirectUri],
    logo: readFileSync(LOGO),
    claimsEncryptionKey,
  })
}

const SHOP = {
  keepsUpToDate: true,
  name: 'Page & Spine',
  description: 'A demo: a shop for used books that keeps them for you.',
  scopes: [
    { name: 'openid', required: true, reason: 'To find your account again.' },
    { name: 'email', required: false, reason: 'To send you the receipt.' },
    { name: 'profile', required: false, reason: 'To keep your books under your name.' },
    { name: 'phone', required: false, reason: 'To text you when they’re ready. You can leave it out.' },
  ],
}
