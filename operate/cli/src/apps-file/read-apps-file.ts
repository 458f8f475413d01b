import { dirname, isAbsolute, join } from 'node:path'
import { AppsFile, type ClientOfFile } from '@countersign/contracts'
import type { AppsFileContent } from '@countersign/provider'
import type { Environment } from '@countersign/service/settings'
import { Value } from 'typebox/value'
import { CommandError } from '../command-error.ts'
import type { ReadFile } from '../files.ts'
import { findFormProblems } from './find-form-problems.ts'

/** Shorter ones could be guessed from their hash. */
const SHORTEST_SECRET = 32

export type AppsFileRead = {
  /** Reads the files that it names, too. @throws CommandError with every problem */
  readonly readContent: () => AppsFileContent
  /** As settings: `BRAND_NAME` and so on. */
  readonly brand: Environment
  /** Of secrets, by path. */
  readonly secretFiles: readonly string[]
}

/** Reads the file, in YAML or JSON. Paths in it begin at its folder. @throws CommandError with every problem */
export async function readAppsFile(path: string, readFile: ReadFile): Promise<AppsFileRead> {
  const file = await parseAppsFile(path, readFile(path))
  return {
    readContent: () => readContentOf(file, path, readFile),
    brand: settingsOf(path, file.brand),
    secretFiles: (file.clients ?? []).flatMap(({ client_secret_file: secret }) =>
      secret === undefined ? [] : [besides(path, secret)],
    ),
  }
}

function readContentOf(
  { clients = [], brand: _settings, ...catalogue }: AppsFile,
  path: string,
  readFile: ReadFile,
): AppsFileContent {
  const problems: string[] = []
  const read = <Result>(client: ClientOfFile, reading: () => Result): Result | undefined => {
    try {
      return reading()
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      problems.push(`client ${client.client_id}: ${error.message}`)
      return undefined
    }
  }
  const content = {
    ...catalogue,
    clients: clients.map((client) => ({
      client,
      secret: read(client, () => readSecret(path, client, readFile)),
      logo: read(client, () => readLogo(path, client, readFile)),
    })),
  }
  if (problems.length > 0) throw refuse(path, problems)
  return content
}

async function parseAppsFile(path: string, content: Buffer): Promise<AppsFile> {
  // Read by few processes, so loaded by these alone.
  const { parse, YAMLError } = await import('yaml')
  let value: unknown
  try {
    value = parse(content.toString(), { merge: true })
  } catch (error) {
    if (!(error instanceof YAMLError)) throw error
    throw refuse(path, [error.message.split('\n')[0] ?? ''])
  }
  if (Value.Check(AppsFile, value)) return value
  throw refuse(path, findFormProblems(value))
}

function readSecret(path: string, { client_secret_file: file }: ClientOfFile, readFile: ReadFile): string | undefined {
  if (file === undefined) return undefined
  const secret = readSecretFile(besides(path, file), readFile).trim()
  if (secret.length >= SHORTEST_SECRET && /^[!-~]*$/.test(secret)) return secret
  throw new CommandError(`${file} must hold a secret of at least ${SHORTEST_SECRET} characters, without spaces.`)
}

function readSecretFile(path: string, readFile: ReadFile): string {
  try {
    return readFile(path).toString()
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause
    throw new CommandError(`${cause.message} For a new secret: countersign apply FILE --make-secrets`, { cause })
  }
}

function readLogo(path: string, { logo_file: file, logo_uri: uri }: ClientOfFile, readFile: ReadFile) {
  if (file === undefined) return uri === undefined ? undefined : Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
  if (uri !== undefined) throw new CommandError('logo_file and logo_uri are both there: keep one of them.')
  return readFile(besides(path, file))
}

function settingsOf(path: string, brand: AppsFile['brand'] = {}): Environment {
  return {
    BRAND_NAME: brand.name,
    BRAND_LOGO_FILE: brand.logo_file === undefined ? undefined : besides(path, brand.logo_file),
    BRAND_ACCENT: brand.accent,
    BRAND_ACCENT_DARK: brand.accent_dark,
    BRAND_LEGAL_LINKS: brand.legal_links?.map(({ label, url }) => `${label}=${url}`).join(', '),
    BRAND_SUPPORT_URL: brand.support_url,
  }
}

function besides(path: string, file: string): string {
  return isAbsolute(file) ? file : join(dirname(path), file)
}

function refuse(path: string, problems: readonly string[]): CommandError {
  return new CommandError(`${path} cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
}
