import { randomBytes } from 'node:crypto'
import { generateCoreSecrets } from '@countersign/core'
import { generateClaimsKeyPair } from '@countersign/data-token'
import { type Environment, SettingsError } from '@countersign/service/settings'
import { type Database } from '@countersign/service/sql'
import { createLogger } from '@countersign/service/telemetry'
import { parseScopeOption } from 'countersign/internal/client-options.ts'
import { CommandError } from 'countersign/internal/command-error.ts'
import { createMailbox } from 'countersign/internal/dev/mailbox.ts'
import { generateSecrets } from 'countersign/internal/secrets.ts'
import { type RunningServer, startServer } from 'countersign/internal/server.ts'
import { checkDevelopmentRules } from 'countersign/internal/settings/production-rules.ts'
import { openTemplate } from './template-database.ts'
import { createTestPerson, expireRequest } from './test-person.ts'
import type { TestApp, TestAppOptions, TestMail, TestServer } from './test-server.ts'
import type { StartInput, Written } from './thread-calls.ts'

/** Of all servers of the thread. Each has its own signing key and tokens. */
let coreSecrets: ReturnType<typeof generateCoreSecrets> | undefined

/** All people share one address, and the server's process. */
const UNLIMITED = {
  RATE_LIMIT_AUTHORIZE: '1000000',
  RATE_LIMIT_FAILURES: '1000000',
  RATE_LIMIT_SIGN_INS: '1000000',
  RATE_LIMIT_SIGN_UPS: '1000000',
  RATE_LIMIT_VERIFICATIONS: '1000000',
  MAX_EVENT_LOOP_DELAY: '60000',
}
const ATTEMPTS = 5

export type StartedServer = Omit<TestServer, 'mails' | typeof Symbol.asyncDispose>

/** @throws SettingsError for settings that would open it to others, CommandError for an app that cannot be registered */
export async function startTestServer(input: StartInput): Promise<StartedServer> {
  const { app, settings, cacheFolder, isLogged, written } = input
  refuseToServe(settings)
  const write = (message: Written): void => written.postMessage(message, [])
  const kept = createMailbox()
  const mailbox = { ...kept, deliver: (mail: TestMail) => (kept.deliver(mail), write({ mail })) }
  const destination = { write: (line: string) => write({ line }) }
  const logger = createLogger(isLogged ? { level: 'info', destination } : { level: 'silent' })
  const adminToken = randomBytes(32).toString('base64url')
  // Beside the database, which takes longer.
  const secrets = generateSecrets((coreSecrets ??= generateCoreSecrets()))
  const server = await startOnFreePort(cacheFolder, async (database) => {
    const env = { PORT: '0', ...UNLIMITED, ...(await secrets), ADMIN_TOKEN: adminToken, ...settings }
    return startServer({ env, logger, mailbox, database })
  })
  const running = { issuer: server.url, adminToken, mails: mailbox.mails }
  try {
    return {
      ...running,
      app: await addTestApp(running, app),
      addApp: (options = {}) => addTestApp(running, options),
      createPerson: (options = {}) => createTestPerson(running, options),
      expire: (url) => expireRequest(server, url),
      stop: () => server.close(),
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** @throws SettingsError */
function refuseToServe(settings: Environment): void {
  const problems = checkDevelopmentRules(settings)
  if (problems.length > 0) throw new SettingsError(problems)
}

/** Another test run may take the free port before the server listens. */
async function startOnFreePort(
  cacheFolder: string,
  start: (database: Database) => Promise<RunningServer>,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const database = await openTemplate(cacheFolder)
    try {
      return await start(database)
    } catch (error) {
      await database.close()
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken || attempt === ATTEMPTS) throw error
    }
  }
}

const REDIRECT_URI = 'http://localhost:3000/callback'
const SCOPES = ['openid', 'email', 'profile']

/** Uses the administration API, as an operator would. */
async function addTestApp(
  { issuer, adminToken }: { readonly issuer: string; readonly adminToken: string },
  options: TestAppOptions,
): Promise<TestApp> {
  const { name = 'Test App', redirectUri = REDIRECT_URI, scopes = SCOPES, public: isPublic, plain, metadata } = options
  const pair = isPublic || plain ? undefined : await generateClaimsKeyPair()
  const asked = scopes.map(parseScopeOption)
  const response = await fetch(`${issuer}/api/admin/clients/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      redirect_uris: [redirectUri],
      scopes: asked,
      ...(isPublic && { token_endpoint_auth_method: 'none' }),
      ...(pair && { claims_encryption_jwk: pair.publicJwk }),
      ...metadata,
    }),
  })
  const { clientId, clientSecret } = readRegistered(await response.json())
  const claimsKey = pair?.privateJwk
  const settings = {
    issuer,
    clientId,
    clientSecret,
    redirectUri,
    scopes: asked.map((scope) => scope.name),
    claimsDecryptionKey: claimsKey,
    allowPlainClaims: claimsKey === undefined,
  }
  return { clientId, clientSecret, claimsKey, redirectUri, settings }
}

/** @throws CommandError with the reason of the refusal */
function readRegistered(answer: unknown): Pick<TestApp, 'clientId' | 'clientSecret'> {
  const fields: Readonly<Record<string, unknown>> = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  const { client_id: clientId, client_secret: clientSecret, error } = fields
  if (typeof clientId !== 'string') throw new CommandError(`The app was not registered: ${String(error)}`)
  return { clientId, clientSecret: typeof clientSecret === 'string' ? clientSecret : undefined }
}
