import { join, resolve } from 'node:path'
import { arePagesStale, buildPages } from '@countersign/console'
import { type RegisteredClient, withRegistrar } from '@countersign/provider'
import { keepClaimsKey } from '@countersign/sdk'
import { closeOnSignals } from '@countersign/service/http'
import { type Environment, findText, readSettings, SettingRefused, withMade } from '@countersign/service/settings'
import type { Database } from '@countersign/service/sql'
import { createLogger, type Logger } from '@countersign/service/telemetry'
import type { Command } from 'commander'
import type { LocalContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { formatBanner, type Running } from '../dev/banner.ts'
import { provideDemoClient, startDemoApp } from '../dev/demo-app.ts'
import { provideUniversity } from '../dev/demo-university.ts'
import { CLAIMS_KEY_FILE, keepDemoClient, provideDevelopmentSecrets, SECRETS_FILE } from '../dev/development-secrets.ts'
import { writeEnvFile } from '../dev/env-file.ts'
import { findCommittable, makeIgnoredDirectory } from '../dev/git-ignore.ts'
import { createMailbox } from '../dev/mailbox.ts'
import {
  type AppOptions,
  addAppOptions,
  type DevFlags,
  provideOwnApp,
  readAppOptions,
  refuseSharedPort,
} from '../dev/own-app.ts'
import { withProgress } from '../dev/progress.ts'
import { type RunningServer, startServer } from '../server.ts'
import { dataDirectoryOf, inDataDirectory } from '../settings/database-settings.ts'
import { type ListenSettings, logLevelOf, PROCESS_SETTINGS, parsePort } from '../settings/process-settings.ts'
import { checkDevelopmentRules } from '../settings/production-rules.ts'
import { claimPort } from '../settings/server-settings.ts'

const DEVELOPMENT_SETTINGS = {
  ...PROCESS_SETTINGS,
  APP_PORT: { parse: parseAppPort, default: '8090', meaning: 'where the demo app listens' },
}

const HELP = `
Settings: HOST (localhost), PORT (8080), APP_PORT (8090), DATA_DIR (.countersign), DATABASE_URL, LOG_LEVEL

For an app of yours, with what it needs in its .env:
  countersign dev --app http://localhost:3000/callback --write-env .env`

/** `countersign dev`: everything on one address and an app on another, with made-up secrets. */
export function addDevCommand(program: Command, { env, output, user, directory }: LocalContext): void {
  const command = program.command('dev').description('run everything and a demo app on this machine (npm start)')
  addAppOptions(command)
    .addHelpText('after', HELP)
    .action(async (flags: DevFlags) => {
      const own = readAppOptions(flags, (path) => resolve(directory, path))
      const wanted = { own, demo: own === undefined || flags.demo === true }
      const { close, logger, ...running } = await startDevelopment(env, user, wanted)
      // Install signal handlers before reporting ready.
      closeOnSignals(close, { logger })
      output.print(formatBanner(running))
    })
}

type Development = Running & { readonly close: () => Promise<void>; readonly logger: Logger }

type Wanted = { readonly own: AppOptions | undefined; readonly demo: boolean }

/** Claims the ports first: nothing is made or built if one is taken. */
async function startDevelopment(env: Environment, user: string, wanted: Wanted): Promise<Development> {
  if (env['NODE_ENV'] === 'production') {
    throw new CommandError(
      'countersign dev makes up its secrets, so it does not run in production. Use: countersign serve',
    )
  }
  const { server: listen, app } = await claimPorts(env, wanted)
  const dataDirectory = dataDirectoryOf(env)
  const logFile = join(dataDirectory, 'countersign.log')
  const { secrets, demoClient, logger } = await inDataDirectory(dataDirectory, async () => {
    makeIgnoredDirectory(dataDirectory)
    const file = await provideDevelopmentSecrets(dataDirectory)
    return { ...file, logger: createLogger({ level: logLevelOf(env), file: logFile }) }
  })
  if (arePagesStale()) await withProgress('Building the pages', buildPages)
  const address = addressOf(listen)
  const aside = addressAside(listen)
  const tolerated = { CREDENTIAL_ISSUERS: aside, CLIENT_METADATA_HOSTS: '*,localhost,127.0.0.1,[::1]' }
  const serverEnv = { ...withMade(env, { ...secrets, ...tolerated }), PORT: String(listen.port) }
  const university = await provideUniversity(dataDirectory, { origin: aside, service: address })
  const server = await withProgress('Opening the database', () =>
    startServer({ env: serverEnv, logger, mailbox: createMailbox(), university }),
  )
  const place = { dataDirectory, user, university: university.issuer }
  try {
    const ownApp = wanted.own && (await registerOwnApp(server, wanted.own, place))
    const demo = app && (await startDemo(server, demoClient, { app, ...place }))
    const close = async (): Promise<void> => {
      try {
        await demo?.stop()
      } finally {
        await server.close()
      }
    }
    const { engine } = databaseOf(server)
    const committable = await findCommittable([
      join(dataDirectory, SECRETS_FILE),
      ...(ownApp?.envFile ? [ownApp.envFile] : []),
    ])
    const running = { url: server.url, universityUrl: university.issuer, engine, dataDirectory, logFile, ownApp, demo }
    return { ...running, committable, close, logger }
  } catch (error) {
    await server.close()
    throw error
  }
}

async function claimPorts(env: Environment, { own, demo }: Wanted) {
  const { HOST: host, PORT, APP_PORT } = await readSettings(env, DEVELOPMENT_SETTINGS, checkDevelopmentRules(env))
  if (own) refuseSharedPort(own, demo ? { PORT, APP_PORT } : { PORT })
  return {
    server: { host, port: await claimPort({ host, port: PORT }, 'PORT') },
    app: demo ? { host, port: await claimPort({ host, port: APP_PORT }, 'APP_PORT') } : undefined,
  }
}

function parseAppPort(text: string, env: Environment): number {
  const port = parsePort(text)
  if (port === 0 || port !== Number(findText(env, 'PORT') ?? PROCESS_SETTINGS.PORT.default)) return port
  throw new SettingRefused('must differ from PORT.')
}

type Place = { readonly dataDirectory: string; readonly user: string; readonly university: string }

async function registerOwnApp(server: RunningServer, options: AppOptions, { dataDirectory, user }: Place) {
  const { sql } = databaseOf(server)
  const app = await withRegistrar({ sql, by: `command_line:${user}` }, (registrar) =>
    provideOwnApp({ sql, registrar, dataDirectory }, options),
  )
  const { envFile, redirectUri } = options
  if (envFile !== undefined) {
    writeEnvFile(envFile, {
      ISSUER: server.url,
      CLIENT_ID: app.client.clientId,
      CLIENT_SECRET: app.client.clientSecret,
      CLAIMS_KEY_FILE: app.claimsKeyFile,
      REDIRECT_URI: redirectUri,
    })
  }
  return { ...app, envFile }
}

async function startDemo(
  server: RunningServer,
  known: RegisteredClient | undefined,
  { app, dataDirectory, user, university }: Place & { readonly app: ListenSettings },
) {
  const { sql } = databaseOf(server)
  const claimsKeyFile = join(dataDirectory, CLAIMS_KEY_FILE)
  const { publicJwk: claimsKey } = await keepClaimsKey(claimsKeyFile)
  const client = await withRegistrar({ sql, by: `command_line:${user}` }, (registrar) =>
    provideDemoClient({ sql, registrar }, known, { redirectUri: `${addressOf(app)}/callback`, claimsKey, university }),
  )
  if (client !== known) keepDemoClient(dataDirectory, client)
  const { stop } = await startDemoApp({ client, claimsKeyFile, issuer: server.url, university, ...app })
  return { url: addressOf(app), client, claimsKeyFile, stop }
}

function databaseOf({ database }: RunningServer): Database {
  if (!database) throw new Error('The provider runs without a database.')
  return database
}

/** Another origin of the same server, for what is not the service's: an extension opens all of the service's origin. */
function addressAside({ host, port }: ListenSettings): string {
  return `http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${port}`
}

function addressOf({ port }: ListenSettings): string {
  return `http://localhost:${port}`
}
