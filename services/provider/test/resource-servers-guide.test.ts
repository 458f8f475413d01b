import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { startBeforeAll } from '@countersign/testing'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { beforeAll, expect, test } from 'vitest'
import { addResourceServer } from '../src/surface/admin/manage-resource-servers.ts'
import { startProviderOverHttp } from './provider-over-http.ts'
import type { TestClient } from './started-provider.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../../docs/guides/apps/resource-servers.md', import.meta.url), 'utf8')
const JWT_API = 'https://notes.example'
const OPAQUE_API = 'https://letters.example'
const OVER_HTTP = { [oauth.allowInsecureRequests]: true }

const provider = startBeforeAll(startProviderOverHttp)
let server: oauth.AuthorizationServer
let letters: Awaited<ReturnType<typeof addResourceServer>>
let job: TestClient

beforeAll(async () => {
  const { sql } = provider.database
  const scope = (name: string) => ({ name, texts: { en: { title: 'See them', description: '' } } })
  const notes = { resource: JWT_API, name: 'Notes', scopes: [scope('notes:read')] }
  await addResourceServer(sql, { ...notes, access_token_format: 'jwt' }, provider.issuer)
  const creation = { resource: OPAQUE_API, name: 'Letters', scopes: [scope('letters:read')] }
  letters = await addResourceServer(sql, creation, provider.issuer)
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

const API_CLIENT = () => ({ CLIENT_ID: letters.clientId, CLIENT_SECRET: letters.clientSecret })

/** Runs an example of the guide, as an API that was shown a token. */
async function check(example: string, token: string, scope: string, changes: NodeJS.ProcessEnv = {}): Promise<unknown> {
  return evaluate(example, `await checkToken(${JSON.stringify(token)}, ${JSON.stringify(scope)})`, changes)
}

async function evaluate(example: string, expression: string, changes: NodeJS.ProcessEnv): Promise<unknown> {
  const code = new RegExp(`\`\`\`js ${example}\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? ''
  const call = `console.log(JSON.stringify(${expression}))`
  const env = {
    ...process.env,
    ISSUER: provider.issuer,
    RESOURCE: example === 'check-jwt' ? JWT_API : OPAQUE_API,
    ...API_CLIENT(),
    ...changes,
  }
  const options = { cwd: new URL('..', import.meta.url), env }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', `${code}${call}`], options)
  return JSON.parse(stdout)
}

test('the challenge of the guide asks for a passkey or a new sign-in where it must (RFC 9470 §3)', async () => {
  const now = Math.floor(Date.now() / 1000)
  const challenge = (signIn: object) =>
    evaluate('step-up', `challengeFor(${JSON.stringify(signIn)}, { maxAgeSeconds: 300 }) ?? null`, {})
  const asked = 'Bearer error="insufficient_user_authentication", acr_values="phr", max_age=300'
  expect(await challenge({ acr: 'phr', auth_time: now - 301 })).toBe(asked)
  expect(await challenge({ acr: 'phr', auth_time: now - 200 })).toBeNull()
  expect(await challenge({ acr: 'urn:countersign:acr:password', auth_time: now })).toBe(asked)
  expect(await challenge({})).toBe(asked)
})

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

test('a client that asks for an API, and has tokens of its own for others, does not take these for its own', async () => {
  const asJob = { CLIENT_ID: job.client_id, CLIENT_SECRET: job.client_secret }
  await expect(check('ask-about-token', await tokenFor('notes:read'), 'notes:read', asJob)).rejects.toThrow(
    'invalid_token',
  )
})

test('each line of the check of a JWT refuses something that all others take', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] }
  const origin = createServer((_request, response) => response.end(JSON.stringify(keys)))
  await once(origin.listen(0, '127.0.0.1'), 'listening')
  const address = origin.address()
  const iss = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const exp = Math.floor(Date.now() / 1000) + 600
  const good = { iss, aud: JWT_API, sub: 'ada', client_id: 'app', scope: 'notes:read', exp }
  const sign = (changes: Readonly<Record<string, unknown>>, typ = 'at+jwt') =>
    new SignJWT({ ...good, ...changes }).setProtectedHeader({ alg: 'ES256', typ }).sign(privateKey)
  const tokens = {
    good: await sign({}),
    'for another API': await sign({ aud: OPAQUE_API }),
    'of another issuer': await sign({ iss: 'https://other.example' }),
    'an id_token': await sign({}, 'JWT'),
    'bound to a key': await sign({ cnf: { jkt: 'x' } }),
    'that never expires': await sign({ exp: undefined }),
    expired: await sign({ exp: exp - 1200 }),
  }
  const expression = `await Promise.all(Object.entries(${JSON.stringify(tokens)}).map(async ([name, token]) =>
    [name, await checkToken(token, 'notes:read').then(() => 'taken', () => 'refused')]))`
  const answers = await evaluate('check-jwt', expression, { ISSUER: iss })
  origin.close()
  expect(answers).toEqual(Object.keys(tokens).map((name) => [name, name === 'good' ? 'taken' : 'refused']))
})

test('RFC 9068 §4: a JWT access token is one to a library that validates them, for its own audience alone', async () => {
  const headers = { authorization: `Bearer ${await tokenFor('notes:read')}` }
  const validate = (audience: string) =>
    oauth.validateJwtAccessToken(server, new Request(JWT_API, { headers }), audience, OVER_HTTP)
  expect(await validate(JWT_API)).toMatchObject({ client_id: job.client_id, scope: 'notes:read' })
  await expect(validate(OPAQUE_API)).rejects.toThrow('aud')
})
