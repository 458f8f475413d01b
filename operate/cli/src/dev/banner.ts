import { join } from 'node:path'
import { styleText } from 'node:util'
import type { RegisteredClient } from '@countersign/provider'
import type { Database } from '@countersign/service/sql'
import { PROCESS_SETTINGS } from '../settings/process-settings.ts'
import { MAILBOX_PATH } from './mailbox.ts'
import type { OwnApp } from './own-app.ts'

export type Running = {
  readonly url: string
  readonly universityUrl: string
  readonly ownApp: (OwnApp & { readonly envFile: string | undefined }) | undefined
  readonly demo: { readonly url: string; readonly client: RegisteredClient; readonly claimsKeyFile: string } | undefined
  readonly dataDirectory: string
  readonly logFile: string
  /** Files with secrets that git would commit. */
  readonly committable: readonly string[]
  readonly engine: Database['engine']
}

const ENGINES = { embedded: 'embedded (PGlite)', postgresql: 'PostgreSQL' } as const
/** How a user runs a command, and where: `npm run` at the root of the repository, `npx` in the current folder. */
const [COMMAND, START] = import.meta.filename.endsWith('.ts')
  ? ['npm run countersign --', join(import.meta.dirname, '../../../..')]
  : ['npx countersign', process.cwd()]
const DEFAULT_DIRECTORY = join(START, PROCESS_SETTINGS.DATA_DIR.default)

export function formatBanner(running: Running): string {
  const { url, universityUrl, ownApp, demo, dataDirectory, logFile, committable, engine } = running
  const rows = [
    ...(ownApp ? rowsOfOwnApp(ownApp, url) : []),
    ...(demo ? [['Demo app', link(demo.url)]] : []),
    ['Your account', link(url)],
    ['Demo University', link(universityUrl)],
    ['Mailbox', link(new URL(MAILBOX_PATH, universityUrl).href)],
    ['Metadata', link(`${url}/.well-known/oauth-authorization-server`)],
    [],
    ...(demo ? rowsOfDemo(demo) : []),
    ['Database', ENGINES[engine]],
    ['Data directory', dataDirectory],
    ['Log file', logFile],
    ...committable.map((file) => ['Not in .gitignore', `${file} holds secrets that git would commit`]),
    [],
    ['Register an app', `${settingsOf(engine, dataDirectory)}${COMMAND} clients add --help`],
  ]
  const lines = rows.map(([name = '', value = '']) => `  ${styleText('dim', name.padEnd(20))}${value}`.trimEnd())
  const next = ownApp ? 'Your app can sign people in.' : 'Open the demo app and choose "Sign in".'
  return [
    '',
    `  ${styleText('bold', 'Countersign is running.')} ${next}`,
    '',
    ...lines,
    '',
    `  ${styleText('dim', 'Stop with Ctrl-C. These secrets are for this machine only.')}`,
    '',
  ].join('\n')
}

function rowsOfOwnApp({ client, redirectUri, claimsKeyFile, envFile }: NonNullable<Running['ownApp']>, issuer: string) {
  return [
    ['Issuer', link(issuer)],
    ['Client id', client.clientId],
    ...(client.clientSecret === undefined ? [] : [['Client secret', client.clientSecret]]),
    ...(claimsKeyFile === undefined ? [] : [['Claims key', claimsKeyFile]]),
    ['Redirect URI', redirectUri],
    ...(envFile === undefined ? [] : [['Written to', envFile]]),
    [],
  ]
}

function rowsOfDemo({ client, claimsKeyFile }: NonNullable<Running['demo']>) {
  return [
    ['Demo client id', client.clientId],
    ['Demo client secret', client.clientSecret ?? ''],
    ['Demo claims key', claimsKeyFile],
    [],
  ]
}

function link(text: string): string {
  return styleText(['cyan', 'underline'], text)
}

/** Settings with which a command finds this database. Names DATABASE_URL only: it may hold a password. */
function settingsOf(engine: Running['engine'], dataDirectory: string): string {
  if (engine === 'postgresql') return 'DATABASE_URL=… '
  return dataDirectory === DEFAULT_DIRECTORY ? '' : `DATA_DIR='${dataDirectory.replaceAll("'", String.raw`'\''`)}' `
}
