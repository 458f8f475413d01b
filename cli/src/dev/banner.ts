import { join } from 'node:path'
import { styleText } from 'node:util'
import type { RegisteredClient } from '@countersign/provider'
import type { Database } from '@countersign/service'
import { PROCESS_SETTINGS } from '../settings/process-settings.ts'
import { MAILBOX_PATH } from './mailbox.ts'

export type Running = {
  readonly url: string
  readonly appUrl: string
  readonly universityUrl: string
  readonly client: RegisteredClient
  readonly claimsKeyFile: string
  readonly dataDirectory: string
  readonly logFile: string
  readonly engine: Database['engine']
}

const ENGINES = { embedded: 'embedded (PGlite)', postgresql: 'PostgreSQL' } as const
/** How a person runs a command, and where it begins: `npm run` at the root of the repository, `npx` where they are. */
const [COMMAND, START] = import.meta.filename.endsWith('.ts')
  ? ['npm run countersign --', join(import.meta.dirname, '../../..')]
  : ['npx countersign', process.cwd()]
const DEFAULT_DIRECTORY = join(START, PROCESS_SETTINGS.DATA_DIR.default)

/** What a newcomer needs to know once everything runs. */
export function formatBanner({ url, appUrl, client, dataDirectory, ...others }: Running): string {
  const { universityUrl, claimsKeyFile, logFile, engine } = others
  const link = (text: string) => styleText(['cyan', 'underline'], text)
  const rows = [
    ['Demo app', link(appUrl)],
    ['Your account', link(url)],
    ['Demo University', link(universityUrl)],
    ['Mailbox', link(`${url}${MAILBOX_PATH}`)],
    ['Metadata', link(`${url}/.well-known/oauth-authorization-server`)],
    [],
    ['Demo client id', client.clientId],
    ['Demo client secret', client.clientSecret ?? ''],
    ['Demo claims key', claimsKeyFile],
    [],
    ['Database', ENGINES[engine]],
    ['Data directory', dataDirectory],
    ['Log file', logFile],
    [],
    ['Register an app', `${settingsOf(engine, dataDirectory)}${COMMAND} clients add --help`],
  ]
  const lines = rows.map(([name = '', value = '']) => `  ${styleText('dim', name.padEnd(20))}${value}`.trimEnd())
  return [
    '',
    `  ${styleText('bold', 'Countersign is running.')} Open the demo app and choose "Sign in".`,
    '',
    ...lines,
    '',
    `  ${styleText('dim', 'Stop with Ctrl-C. These secrets are for this machine only.')}`,
    '',
  ].join('\n')
}

/** What a command needs to find this database. A DATABASE_URL may hold a password, so it is named and not repeated. */
function settingsOf(engine: Running['engine'], dataDirectory: string): string {
  if (engine === 'postgresql') return 'DATABASE_URL=… '
  return dataDirectory === DEFAULT_DIRECTORY ? '' : `DATA_DIR='${dataDirectory.replaceAll("'", String.raw`'\''`)}' `
}
