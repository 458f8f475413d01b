import { randomBytes } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@countersign/testing'
import { CALLBACK_URI } from '../countersign/flow.ts'
import { createHttpClient, type HttpClient, readJsonFields } from '../load/http-client.ts'
import { startProgram } from '../measure/program.ts'
import { pathOf } from './browser.ts'
import { installOnce, run } from './install-once.ts'
import type { Peer } from './peer.ts'

const VERSION = '2.3.0'
const MODULE = 'github.com/ory/hydra/v2'
/** As its own go.mod has it, which counts only where it is the main module. */
const REPLACED = 'github.com/gobuffalo/pop/v6 => github.com/ory/pop/v6 v6.2.1-0.20241121111754-e5dfc0f3344b'
const SCOPES = ['openid', 'email', 'profile', 'offline_access']
const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace', locale: 'en' }

export const hydra: Peer = {
  title: `Ory Hydra ${VERSION}`,
  install: () =>
    installOnce(`hydra-${VERSION}`, async (cwd) => {
      writeFileSync(join(cwd, 'go.mod'), `module peers\nreplace ${REPLACED}\nrequire ${MODULE} v${VERSION}\n`)
      const { Dir }: { Dir: string } = JSON.parse(
        await run('go', ['mod', 'download', '-json', `${MODULE}@v${VERSION}`], { cwd }),
      )
      copyFileSync(join(Dir, 'go.sum'), join(cwd, 'go.sum'))
      await run('go', ['build', '-mod=mod', '-o', 'hydra', MODULE], { cwd })
    }),
  start: async (folder, database) => {
    const [url, adminUrl] = [`http://localhost:${await freePort()}`, `http://localhost:${await freePort()}`]
    const { DATA_DIR = '', DATABASE_URL = '' } = database.envOf('hydra')
    const command = join(folder, 'hydra')
    const env = {
      // Its quickstart's, and none of the connections is closed when idle.
      DSN: `${DATABASE_URL}?sslmode=disable&max_conns=20&max_idle_conns=20`,
      URLS_SELF_ISSUER: url,
      URLS_LOGIN: 'http://app.localhost/login',
      URLS_CONSENT: 'http://app.localhost/consent',
      SERVE_PUBLIC_PORT: new URL(url).port,
      SERVE_ADMIN_PORT: new URL(adminUrl).port,
      SECRETS_SYSTEM: randomBytes(32).toString('base64url'),
      SQA_OPT_OUT: 'true',
    }
    await run(command, ['migrate', 'sql', '-e', '--yes'], { env })
    const process = await startProgram({
      command,
      // Without TLS.
      args: ['serve', 'all', '--dev'],
      env,
      logFile: join(DATA_DIR, 'hydra.log'),
      readyUrl: `${adminUrl}/health/ready`,
    })
    const admin = createHttpClient(adminUrl)
    return {
      process,
      client: createHttpClient(url),
      admin,
      paths: { authorize: '/oauth2/auth', token: '/oauth2/token', introspect: '/admin/oauth2/introspect' },
      scope: SCOPES.join(' '),
      app: await registerApp(admin),
      approve: async (browser, path, person) => {
        const toSignIn = await browser({ method: 'GET', path })
        const signedIn = await accept(admin, 'login', { location: toSignIn.location, person })
        const toConsent = await browser({ method: 'GET', path: pathOf(signedIn) })
        const consented = await accept(admin, 'consent', { location: toConsent.location, person })
        const { location } = await browser({ method: 'GET', path: pathOf(consented) })
        return location
      },
    }
  },
}

async function registerApp(admin: HttpClient) {
  const clientSecret = randomBytes(32).toString('base64url')
  const body = {
    client_id: '3a5cd1c2-5d0a-4b4e-8f6f-0f3a3c1f6f10',
    client_secret: clientSecret,
    redirect_uris: [CALLBACK_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: SCOPES.join(' '),
    token_endpoint_auth_method: 'client_secret_post',
  }
  const answer = await admin.send({ method: 'POST', path: '/admin/clients', body })
  const { client_id: clientId } = readJsonFields(answer, ['client_id'], 201)
  return { clientId, clientSecret }
}

type Asked = { readonly location: string; readonly person: string }

/** The app of sign-in and consent: reads the request, as its page shows it, and accepts it. */
async function accept(admin: HttpClient, what: 'login' | 'consent', { location, person }: Asked): Promise<string> {
  const challenge = location && new URL(location).searchParams.get(`${what}_challenge`)
  if (!challenge) throw new Error(`Hydra asks for no ${what}: ${location}`)
  const path = `/admin/oauth2/auth/requests/${what}`
  const query = `?${what}_challenge=${encodeURIComponent(challenge)}`
  const asked = await admin.send({ method: 'GET', path: `${path}${query}` })
  const { skip }: { skip: boolean } = JSON.parse(asked.text)
  const login = { subject: person, ...(!skip && { remember: true }) }
  const consent = { grant_scope: SCOPES, session: { id_token: CLAIMS } }
  const body = what === 'login' ? login : consent
  const answer = await admin.send({ method: 'PUT', path: `${path}/accept${query}`, body })
  return readJsonFields(answer, ['redirect_to']).redirect_to
}
