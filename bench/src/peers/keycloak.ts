import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@countersign/testing'
import { CALLBACK_URI } from '../countersign/flow.ts'
import { createHttpClient } from '../load/http-client.ts'
import { startProgram } from '../measure/program.ts'
import { pathOf } from './browser.ts'
import { installOnce, run } from './install-once.ts'
import { type App, PEOPLE, type Peer } from './peer.ts'

const VERSION = '26.7.3'
const REALM = '/realms/bench/protocol/openid-connect'
const CLIENT_ID = 'bench'
const AUDIENCE = {
  name: 'audience',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-audience-mapper',
  config: { 'included.client.audience': CLIENT_ID, 'access.token.claim': 'true', 'introspection.token.claim': 'true' },
}
const PASSWORD = randomBytes(16).toString('base64url')
/** One node needs no cache of a cluster. */
const START = ['start', '--optimized', '--import-realm', '--cache=local', '--http-enabled=true']

export const keycloak: Peer = {
  title: `Keycloak ${VERSION}`,
  install: () =>
    installOnce(`keycloak-${VERSION}`, async (cwd) => {
      const archive = `org.keycloak:keycloak-quarkus-dist:${VERSION}:tar.gz`
      await run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${archive}`, '-DoutputDirectory=.'], { cwd })
      await run('tar', ['-xzf', `keycloak-quarkus-dist-${VERSION}.tar.gz`, '--strip-components=1'], { cwd })
      await run('bin/kc.sh', ['build', '--db=postgres'], { cwd })
    }),
  start: async (folder, database) => {
    const app = { clientId: CLIENT_ID, clientSecret: randomBytes(32).toString('base64url') }
    mkdirSync(join(folder, 'data/import'), { recursive: true })
    writeFileSync(join(folder, 'data/import/bench-realm.json'), JSON.stringify(realmWith(app)))
    const url = `http://localhost:${await freePort()}`
    const { DATA_DIR = '', DATABASE_URL = '' } = database.envOf('keycloak')
    const process = await startProgram({
      command: join(folder, 'bin/kc.sh'),
      args: [...START, `--hostname=${url}`],
      env: {
        KC_HTTP_PORT: new URL(url).port,
        KC_DB_URL: `jdbc:postgresql://${new URL(DATABASE_URL).host}/postgres`,
        KC_DB_USERNAME: 'postgres',
        KC_DB_PASSWORD: 'trusted',
      },
      logFile: join(DATA_DIR, 'keycloak.log'),
      readyUrl: `${url}/realms/bench/.well-known/openid-configuration`,
    })
    return {
      process,
      client: createHttpClient(url),
      paths: { authorize: `${REALM}/auth`, token: `${REALM}/token`, introspect: `${REALM}/token/introspect` },
      scope: 'openid email profile',
      app,
      approve: async (browser, path, person) => {
        let { location, text } = await browser({ method: 'GET', path })
        while (!location.startsWith(CALLBACK_URI)) {
          const next = location ? ({ method: 'GET', path: pathOf(location) } as const) : answerForm(text, person)
          ;({ location, text } = await browser(next))
        }
        return location
      },
    }
  },
}

/** The page of sign-in, or that of consent. */
function answerForm(page: string, person: string) {
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  const [, code] = /name="code" value="([^"]+)"/.exec(page) ?? []
  if (!action) throw new Error(`Keycloak's page has no form: ${page.slice(0, 200)}`)
  const fields = code ? { code, accept: 'Yes' } : { username: person, password: PASSWORD }
  return { method: 'POST', path: pathOf(action), body: new URLSearchParams(fields) } as const
}

function realmWith({ clientId, clientSecret }: App): object {
  return {
    realm: 'bench',
    enabled: true,
    sslRequired: 'none',
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
    accessTokenLifespan: 3_600,
    // Sign-ins are not measured.
    passwordPolicy: 'hashAlgorithm(pbkdf2-sha512) and hashIterations(1)',
    clients: [
      {
        clientId,
        secret: clientSecret,
        redirectUris: [CALLBACK_URI],
        consentRequired: true,
        attributes: { 'pkce.code.challenge.method': 'S256' },
        // It may introspect only tokens that are for it.
        protocolMappers: [AUDIENCE],
      },
    ],
    users: PEOPLE.map((username) => ({
      username,
      enabled: true,
      email: `${username}@example.org`,
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
      credentials: [{ type: 'password', value: PASSWORD }],
    })),
  }
}
