import { styleText } from 'node:util'
import type { RegisteredClient } from '@countersign/provider'

export type Running = {
  readonly url: string
  readonly appUrl: string
  readonly client: RegisteredClient
  readonly dataDirectory: string
  readonly logFile: string
  readonly database: string
}

/** What a newcomer needs to know once everything runs. */
export function formatBanner({ url, appUrl, client, dataDirectory, logFile, database }: Running): string {
  const link = (text: string) => styleText(['cyan', 'underline'], text)
  const rows = [
    ['Demo app', link(appUrl)],
    ['Your account', link(url)],
    ['Metadata', link(`${url}/.well-known/oauth-authorization-server`)],
    [],
    ['Demo client id', client.clientId],
    ['Demo client secret', client.clientSecret ?? ''],
    [],
    ['Database', database],
    ['Data directory', dataDirectory],
    ['Log file', logFile],
    [],
    ['Register an app', 'npm run countersign -- clients add --help'],
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
