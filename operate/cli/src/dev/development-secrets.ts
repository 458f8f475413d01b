import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RegisteredClient } from '@countersign/provider'
import { CommandError } from '../command-error.ts'
import { parseJson } from '../files.ts'
import { generateSecrets, SECRET_NAMES, type Secrets } from '../secrets.ts'

/** Reads the development secrets and the demo client, and makes missing secrets. */
export async function provideDevelopmentSecrets(dataDirectory: string) {
  const known = readSecretsFile(dataDirectory)
  const missing = SECRET_NAMES.filter((name) => typeof known?.[name] !== 'string')
  const fresh: Partial<Secrets> = missing.length > 0 ? await generateSecrets() : {}
  const made = Object.fromEntries(missing.map((name) => [name, fresh[name]]))
  const file: Readonly<Record<string, unknown>> = { ...known, ...made }
  if (missing.length > 0) writeSecretsFile(dataDirectory, file)
  const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, String(file[name])])) as Secrets
  return { secrets, demoClient: readDemoClient(file) }
}

/** Keeps the demo client's credentials: the database holds only a hash of its secret. */
export function keepDemoClient(dataDirectory: string, { clientId, clientSecret }: RegisteredClient): void {
  const kept = { demo_client_id: clientId, demo_client_secret: clientSecret }
  writeSecretsFile(dataDirectory, { ...readSecretsFile(dataDirectory), ...kept })
}

/** Finds the kept client of the developer's app. */
export function findAppClient(dataDirectory: string, redirectUri: string): RegisteredClient | undefined {
  const kept = appsIn(readSecretsFile(dataDirectory))[redirectUri]
  if (typeof kept !== 'object' || kept === null || !('client_id' in kept)) return undefined
  const { client_id: clientId } = kept
  const clientSecret = 'client_secret' in kept ? kept.client_secret : undefined
  if (typeof clientId !== 'string') return undefined
  return { clientId, clientSecret: typeof clientSecret === 'string' ? clientSecret : undefined }
}

/** Keeps the secret: the database holds only its hash. */
export function keepAppClient(dataDirectory: string, redirectUri: string, client: RegisteredClient): void {
  const known = readSecretsFile(dataDirectory)
  const kept = { client_id: client.clientId, client_secret: client.clientSecret }
  writeSecretsFile(dataDirectory, { ...known, apps: { ...appsIn(known), [redirectUri]: kept } })
}

function appsIn(file: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const { apps } = file
  return typeof apps === 'object' && apps !== null ? { ...apps } : {}
}

/** Undefined if there is no file. */
export function readSecretsFile(dataDirectory: string): Readonly<Record<string, unknown>> | undefined {
  const text = readText(pathOf(dataDirectory))
  if (text === undefined) return undefined
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) return { ...value }
  throw new CommandError(
    `The development secrets in ${pathOf(dataDirectory)} are not the JSON that was written there. Restore the file, or remove ${dataDirectory} to begin anew.`,
  )
}

/** Undefined if there is no file. An unreadable file must not count as broken. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    if (code === 'ENOENT') return undefined
    const reason =
      code === 'EACCES' ? 'belong to another user: run this as the one who runs the server' : `cannot be read (${code})`
    throw new CommandError(`The development secrets in ${path} ${reason}.`, { cause })
  }
}

/** Renames a new file into place, so that a crash leaves the old file or the new one. */
function writeSecretsFile(dataDirectory: string, content: Readonly<Record<string, unknown>>): void {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const aside = `${pathOf(dataDirectory)}.new`
  writeFileSync(aside, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(aside, pathOf(dataDirectory))
}

function readDemoClient(file: Readonly<Record<string, unknown>>): RegisteredClient | undefined {
  const { demo_client_id: clientId, demo_client_secret: clientSecret } = file
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string') return undefined
  return { clientId, clientSecret }
}

function pathOf(dataDirectory: string): string {
  return join(dataDirectory, SECRETS_FILE)
}

/** Files that `dev` keeps beside the database. */
export const SECRETS_FILE = 'secrets.json'
export const CLAIMS_KEY_FILE = 'demo-app.claims-key.json'
export const ISSUER_KEY_FILE = 'demo-university.key.json'

export const DEVELOPMENT_FILES: readonly string[] = [SECRETS_FILE, CLAIMS_KEY_FILE, ISSUER_KEY_FILE]
