import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { startBeforeAll } from '@countersign/testing'
import * as oauth from 'oauth4webapi'
import { beforeAll, expect, test } from 'vitest'
import { addResourceServer, type NewResourceServer } from '../src/resources/manage-resource-servers.ts'
import { startProviderOverHttp } from './provider-over-http.ts'
import type { TestClient } from './started-provider.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../../docs/guides/apps/resource-servers.md', import.meta.url), 'utf8')
const JWT_API = 'https://notes.example'
const OPAQUE_API = 'https://letters.example'
const OVER_HTTP = { [oauth.allowInsecureRequests]: true }

const provider = startBeforeAll(startProviderOverHttp)
let server: oauth.AuthorizationServer
let letters: NewResourceServer
let job: TestClient

beforeAll(async () => {
  const { sql } = provider.database
  const scope = (name: string) => ({ name, texts: { en: { title: 'See them', description: '' } } })
  const notes = { resource: JWT_API, name: 'Notes', scopes: [scope('notes:read')] }
  await addResourceServer(sql, { ...notes, access_token_format: 'jwt' }, provider.issuer)
  letters = await addResourceServer(
    sql,
    { resource: OPAQUE_API, name: 'Letters', scopes: [scope('letters:read')] },
    provider.issuer,
  )
  job = await provider.register({
    grantTypes: ['client_credentials'],
    redirectUris: [],
    scopes: ['notes:read', 'letters:read'].map((name) => ({ name, reason: '', required: false })),
  })
  const found = await oauth.discoveryRequest(new URL(provider.issuer), { algorithm: 'oauth2', ...OVER_HTTP })
  server = await oauth.processDiscoveryResponse(new URL(provider.issuer), found)
})

async function tokenFor(scope: string): Promise<string> {
  const client = { client_id: job.client_id }
  const secret = oauth.ClientSecretBasic(job.client_secret ?? '')
  const answer = await oauth.clientCredentialsGrantRequest(server, client, secret, { scope }, OVER_HTTP)
  return (await oauth.processClientCredentialsResponse(server, client, answer)).access_token
}

/** Runs an example of the guide, as an API that was shown a token. */
async function check(example: string, token: string, scope: string): Promise<unknown> {
  const code = new RegExp(`\`\`\`js ${example}\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? ''
  const call = `console.log(JSON.stringify(await checkToken(${JSON.stringify(token)}, ${JSON.stringify(scope)})))`
  const env = {
    ...process.env,
    ISSUER: provider.issuer,
    RESOURCE: JWT_API,
    CLIENT_ID: letters.clientId,
    CLIENT_SECRET: letters.clientSecret,
  }
  const options = { cwd: new URL('..', import.meta.url), env }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', `${code}${call}`], options)
  return JSON.parse(stdout)
}

test('an API that does as the guide says takes its own tokens', async () => {
  const sub = job.client_id
  expect(await check('check-jwt', await tokenFor('notes:read'), 'notes:read')).toMatchObject({ aud: JWT_API, sub })
  const asked = await check('ask-about-token', await tokenFor('letters:read'), 'letters:read')
  expect(asked).toMatchObject({ active: true, aud: OPAQUE_API, sub })
})

test.each([
  ['check-jwt', 'letters:read', 'letters:read', 'Invalid Compact JWS'],
  ['check-jwt', 'notes:read', 'notes:write', 'insufficient_scope'],
  ['ask-about-token', 'notes:read', 'notes:read', 'invalid_token'],
  ['ask-about-token', 'letters:read', 'letters:write', 'insufficient_scope'],
])(
  'an API that does %s as the guide says refuses a token for %s where it wants %s',
  async (example, has, wants, why) => {
    await expect(check(example, await tokenFor(has), wants)).rejects.toThrow(why)
  },
)

test('RFC 9068 §4: a JWT access token is one to a library that validates them, for its own audience alone', async () => {
  const headers = { authorization: `Bearer ${await tokenFor('notes:read')}` }
  const validate = (audience: string) =>
    oauth.validateJwtAccessToken(server, new Request(JWT_API, { headers }), audience, OVER_HTTP)
  expect(await validate(JWT_API)).toMatchObject({ client_id: job.client_id, scope: 'notes:read' })
  await expect(validate(OPAQUE_API)).rejects.toThrow('aud')
})
