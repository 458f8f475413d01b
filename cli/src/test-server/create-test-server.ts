/** `countersign/testing`: a whole Countersign in an app's test run. No serving code imports it. */
import { randomBytes } from 'node:crypto'
import { generateClaimsKeyPair } from '@countersign/data-token'
import { type Environment, SettingsError } from '@countersign/service/settings'
import { type Database } from '@countersign/service/sql'
import { createLogger } from '@countersign/service/telemetry'
import { parseScopeOption } from '../client-options.ts'
import { CommandError } from '../command-error.ts'
import { createMailbox } from '../dev/mailbox.ts'
import { generateSecrets } from '../secrets.ts'
import { type RunningServer, type ServerOptions, startServer } from '../server.ts'
import { checkDevelopmentRules } from '../settings/production-rules.ts'
import { openTemplate } from './template-database.ts'
import { createTestPerson, expireRequest } from './test-person.ts'
import type { CreateTestServer, TestApp, TestAppOptions, TestServer } from './test-server.ts'

export type * from './test-server.ts'

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

/**
 * Starts a Countersign on a free port, in memory, with an app. Ends with `stop()` or `await using`.
 * @throws Error in production, for settings that would open it to others, and for an app that cannot be registered
 */
export const createTestServer: CreateTestServer = async ({ app = {}, settings = {}, log, cacheFolder } = {}) => {
  refuseToServe(settings)
  const adminToken = randomBytes(32).toString('base64url')
  const mailbox = createMailbox()
  const env = { PORT: '0', ...UNLIMITED, ...(await generateSecrets()), ADMIN_TOKEN: adminToken, ...settings }
  const logger = createLogger(log ? { level: 'info', destination: { write: log } } : { level: 'silent' })
  const server = await startOnFreePort({ env, logger, mailbox }, () => openTemplate(cacheFolder))
  const { url: issuer } = server
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= server.close())
  const running = { issuer, adminToken, mails: mailbox.mails }
  try {
    const registered = await addTestApp(running, app)
    return {
      ...running,
      app: registered,
      addApp: (options = {}) => addTestApp(running, options),
      createPerson: (options = {}) => createTestPerson(running, options),
      expire: (url) => expireRequest(server, url),
      stop,
      [Symbol.asyncDispose]: stop,
    } satisfies TestServer
  } catch (error) {
    await stop()
    throw error
  }
}

function refuseToServe(settings: Environment): void {
  if (process.env['NODE_ENV'] === 'production') {
    throw new CommandError(
      'createTestServer makes up its secrets and its people, so it does not run with NODE_ENV=production. Use: countersign serve',
    )
  }
  const problems = checkDevelopmentRules(settings)
  if (problems.length > 0) throw new SettingsError(problems)
}

/** Another test run may take the free port before the server listens. */
async function startOnFreePort(
  options: Omit<ServerOptions, 'database'>,
  open: () => Promise<Database>,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const database = await open()
    try {
      return await startServer({ ...options, database })
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
