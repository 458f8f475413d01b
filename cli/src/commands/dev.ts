import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type RegisteredClient, withRegistrar } from '@countersign/provider'
import { keepClaimsKey } from '@countersign/sdk'
import {
  closeOnSignals,
  createLogger,
  type Environment,
  findText,
  type Logger,
  readSettings,
  SettingRefused,
} from '@countersign/service'
import { buildConsentClient, isConsentClientStale } from '@countersign/web'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatBanner, type Running } from '../dev/banner.ts'
import { startDemoApp } from '../dev/demo-app.ts'
import { provideDemoClient } from '../dev/demo-client.ts'
import { provideUniversity } from '../dev/demo-university.ts'
import { CLAIMS_KEY_FILE } from '../dev/development-files.ts'
import { keepDemoClient, provideDevelopmentSecrets } from '../dev/development-secrets.ts'
import { createMailbox } from '../dev/mailbox.ts'
import { withProgress } from '../dev/progress.ts'
import { type RunningServer, startServer } from '../server.ts'
import { inDataDirectory } from '../settings/data-directory.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'
import { claimPort } from '../settings/free-port.ts'
import { type ListenSettings, logLevelOf, PROCESS_SETTINGS, parsePort } from '../settings/process-settings.ts'
import { checkDevelopmentRules } from '../settings/production-rules.ts'

const DEVELOPMENT_SETTINGS = {
  ...PROCESS_SETTINGS,
  APP_PORT: { parse: parseAppPort, default: '8090', meaning: 'where the demo app listens' },
}

/** `countersign dev`: everything on one address and the demo app on another, with secrets made up for this machine. */
export function addDevCommand(program: Command, { env, output, user }: CommandContext): void {
  program
    .command('dev')
    .description('run everything and a demo app on this machine (npm start, or no command at all)')
    .addHelpText(
      'after',
      '\nSettings: HOST (localhost), PORT (8080), APP_PORT (8090), DATA_DIR (.countersign), DATABASE_URL, LOG_LEVEL',
    )
    .action(async () => {
      const { close, logger, ...running } = await startDevelopment(env, user)
      // First the ear, then the word: a stop that comes at once must find somebody listening.
      closeOnSignals(close, { logger })
      output.print(formatBanner(running))
    })
}

type Development = Running & { readonly close: () => Promise<void>; readonly logger: Logger }

/** Starts all of it, ports first: nothing is made or built when a port is taken. */
async function startDevelopment(env: Environment, user: string): Promise<Development> {
  if (env['NODE_ENV'] === 'production') {
    throw new CommandError(
      'countersign dev makes up its secrets, so it does not run in production. Use: countersign serve',
    )
  }
  const { server: listen, app } = await claimPorts(env)
  const dataDirectory = dataDirectoryOf(env)
  const logFile = join(dataDirectory, 'countersign.log')
  const { secrets, demoClient, logger } = await inDataDirectory(dataDirectory, async () => {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
    const file = await provideDevelopmentSecrets(dataDirectory)
    return { ...file, logger: createLogger({ level: logLevelOf(env), file: logFile }) }
  })
  if (isConsentClientStale()) await withProgress('Building the consent client', buildConsentClient)
  const own = addressOf(listen)
  const tolerated = { CREDENTIAL_ISSUERS: own, CLIENT_METADATA_HOSTS: '*,localhost,127.0.0.1,[::1]' }
  const serverEnv = { ...secrets, ...tolerated, ...env, PORT: String(listen.port) }
  const university = await provideUniversity(dataDirectory, own)
  const server = await withProgress('Opening the database', () =>
    startServer({ env: serverEnv, logger, mailbox: createMailbox(), university }),
  )
  try {
    const { stop, ...demo } = await startDemo(server, demoClient, {
      app,
      dataDirectory,
      user,
      university: university.issuer,
    })
    const close = async (): Promise<void> => {
      await stop()
      await server.close()
    }
    return {
      url: server.url,
      appUrl: addressOf(app),
      universityUrl: university.issuer,
      ...demo,
      dataDirectory,
      logFile,
      close,
      logger,
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

async function claimPorts(
  env: Environment,
): Promise<{ readonly server: ListenSettings; readonly app: ListenSettings }> {
  const { HOST: host, PORT, APP_PORT } = await readSettings(env, DEVELOPMENT_SETTINGS, checkDevelopmentRules(env))
  return {
    server: { host, port: await claimPort({ host, port: PORT }, 'PORT') },
    app: { host, port: await claimPort({ host, port: APP_PORT }, 'APP_PORT') },
  }
}

function parseAppPort(text: string, env: Environment): number {
  const port = parsePort(text)
  if (port === 0 || port !== Number(findText(env, 'PORT') ?? PROCESS_SETTINGS.PORT.default)) return port
  throw new SettingRefused('must differ from PORT.')
}

type DemoSettings = {
  readonly app: ListenSettings
  readonly dataDirectory: string
  readonly user: string
  readonly university: string
}

async function startDemo(
  server: RunningServer,
  known: RegisteredClient | undefined,
  { app, dataDirectory, user, university }: DemoSettings,
) {
  if (!server.database) throw new Error('The provider runs without a database.')
  const { sql, engine } = server.database
  const claimsKeyFile = join(dataDirectory, CLAIMS_KEY_FILE)
  const { publicJwk: claimsKey } = await keepClaimsKey(claimsKeyFile)
  const client = await withRegistrar({ sql, by: `command_line:${user}` }, (registrar) =>
    provideDemoClient({ sql, registrar }, known, { redirectUri: `${addressOf(app)}/callback`, claimsKey, university }),
  )
  if (client !== known) keepDemoClient(dataDirectory, client)
  const { stop } = await startDemoApp({ client, claimsKeyFile, issuer: server.url, university, ...app })
  return { client, claimsKeyFile, engine, stop }
}

function addressOf({ port }: ListenSettings): string {
  return `http://localhost:${port}`
}
