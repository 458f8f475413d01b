import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { generateClaimsKeyPair } from '@countersign/data-token'
import { sqlText } from '@countersign/service/sql'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from './answers.ts'
import { ISSUER, REDIRECT_URI, startProvider } from './started-provider.ts'

/** Everything shown of an app but its id and logo: a new member must be added here. */
type Shown = Exclude<keyof AuthorizationRequestDetails['client'], 'client_id' | 'logo' | 'unreviewed'>
const { publicJwk: claimsEncryptionKey } = await generateClaimsKeyPair()
const { publicJwk } = await generateClaimsKeyPair()
const OTHERWISE: Readonly<Record<Shown, unknown>> = {
  name: 'Another App',
  description: 'Something else.',
  texts: { de: { name: 'Beispiel' } },
  policy_uri: 'https://app.example/other-policy',
  tos_uri: 'https://app.example/other-terms',
  claims_encryption_jwk: publicJwk,
  verified_claims_required: ['email'],
  keeps_up_to_date: true,
  credentials_requested: {
    credentials: [
      {
        id: 'degree',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['https://uni.example/degree'] },
        claims: [{ path: ['iss'], values: ['https://uni.example'] }, { path: ['degree'] }],
      },
    ],
  },
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('request preview', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  const preview = (id: string) => provider.internal('GET', `auth-request-preview/?auth_request_id=${id}`)
  const expire = (id: string) => provider.database.sql`
    update provider.authorization_requests set expires_at = now() where auth_request_id = ${id}`

  test("has the app's name, logo and host, whether it is open, its wishes, nothing else", async () => {
    const id = await provider.startRequest({ prompt: 'create', login_hint: 'ada@example.com', scope: 'openid email' })
    const response = await preview(id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      status: 'pending',
      expires_at: expect.stringMatching(/Z$/),
      client: {
        name: 'Example App',
        logo: `${ISSUER}/oauth/clients/${provider.client.client_id}/logo`,
        host: new URL(REDIRECT_URI).host,
      },
      prompt: 'create',
    })
  })

  test.each([
    ['registered itself', sqlText`registration_access_token_hash = '\\x00'`],
    ['is of a developer', sqlText`owner = 'dora'`],
    ['is of a developer whose account has ended', sqlText`owner = ''`],
  ])('says that an app that %s is unreviewed, as its details do', async (_case, origin) => {
    const { client_id } = await provider.register({})
    await provider.database.sql`update provider.clients set ${origin} where client_id = ${client_id}`
    const id = await provider.startRequest({ client_id })
    expect((await preview(id)).json().client).toHaveProperty('unreviewed', true)
    expect((await provider.details(id)).client).toHaveProperty('unreviewed', true)
    expect((await provider.details(await provider.startRequest())).client).not.toHaveProperty('unreviewed')
  })

  test('tells that a request repeats an earlier one, and nothing of its content', async () => {
    const askedBy = async (parameters: Record<string, string>) => {
      const id = await provider.startRequest(parameters)
      const details = await provider.internal('GET', `auth-request-details/?auth_request_id=${id}`)
      const { asked } = (await preview(id)).json()
      expect(details.json().asked).toBe(asked)
      return asked as string | undefined
    }
    const asked = await askedBy({ scope: 'openid email profile', state: 'one' })
    expect(asked).toMatch(/^[\w-]{43}$/)
    expect(await askedBy({ scope: 'profile email openid', state: 'other', login_hint: 'ada@example.com' })).toBe(asked)
    const second = 'https://app.example/second'
    const { client_id } = await provider.register({ redirectUris: [REDIRECT_URI, second] })
    const others = [
      await askedBy({ scope: 'openid email' }),
      await askedBy({ scope: 'openid email profile', client_id }),
      await askedBy({ scope: 'openid email profile', client_id, redirect_uri: second }),
    ]
    expect(new Set([asked, ...others]).size).toBe(4)
    expect(await askedBy({ scope: 'openid email profile', response_mode: 'form_post' })).not.toBe(asked)
    for (const wish of [{ prompt: 'login' }, { prompt: 'consent' }]) {
      expect(await askedBy({ scope: 'openid email profile', ...wish })).toBeUndefined()
    }
    expect(await askedBy({ scope: 'openid email profile', max_age: '60' })).toBe(asked)
    const whole = { scope: 'openid email profile', client_id: provider.client.client_id }
    const translate = (texts: object) => provider.admin('PATCH', `clients/${whole.client_id}/`, { texts })
    await translate({ de: { reasons: { email: 'Für Ihre Belege.' } } })
    expect(await askedBy(whole)).not.toBe(asked)
    await translate({})
    expect(await askedBy(whole)).toBe(asked)
  })

  test.each(Object.entries(OTHERWISE))(
    'quick approval: another %s of the app changes the digest',
    async (name, value) => {
      const { client_id } = await provider.register({ claimsEncryptionKey })
      const read = async () => provider.details(await provider.startRequest({ client_id, scope: 'openid email' }))
      const { asked } = await read()
      expect((await provider.admin('PATCH', `clients/${client_id}/`, { [name]: value })).statusCode).toBe(200)
      const changed = await read()
      expect(changed.client).toHaveProperty(name)
      expect(changed.asked).toMatch(/^[\w-]{43}$/)
      expect(changed.asked).not.toBe(asked)
    },
  )

  test('quick approval: an app that is no longer vouched for changes the digest', async () => {
    const { client_id } = await provider.register({})
    const read = async () => provider.details(await provider.startRequest({ client_id, scope: 'openid email' }))
    const { asked } = await read()
    await provider.database.sql`update provider.clients set owner = 'dora' where client_id = ${client_id}`
    await provider.admin('PATCH', `clients/${client_id}/`, { require_pushed_authorization_requests: false })
    expect(await read()).toMatchObject({
      client: { unreviewed: true },
      asked: expect.not.stringContaining(String(asked)),
    })
  })

  test('OpenID Connect Core §3.1.2.1 max_age: has the time since when a sign-in counts', async () => {
    const before = Date.now()
    const since = async (parameters: Record<string, string>) => {
      const { signed_in_since } = (await preview(await provider.startRequest(parameters))).json()
      return signed_in_since === undefined ? undefined : Math.round((Date.parse(signed_in_since) - before) / 60_000)
    }
    expect(await since({})).toBeUndefined()
    expect(await since({ max_age: '0' })).toBe(0)
    expect(await since({ max_age: '3600' })).toBe(-60)
  })

  test('shows the scheme of a program with its colon, so that it reads like no host', async () => {
    const redirect_uri = 'paypal.com:/callback'
    const { client_id } = await provider.register({ authenticationMethod: 'none', redirectUris: [redirect_uri] })
    const { client } = (await preview(await provider.startRequest({ client_id, redirect_uri }))).json()
    expect(client.host).toBe('paypal.com:')
  })

  test('leaves the request without a person: the first to read it owns it', async () => {
    const id = await provider.startRequest()
    await preview(id)
    const read = (user: string) => provider.readAs(user, id)
    expect((await read('first')).statusCode).toBe(200)
    expect((await read('second')).statusCode).toBe(404)
    expect((await preview(id)).json()).toMatchObject({ status: 'pending' })
  })

  test('says that a request has expired or was answered', async () => {
    const [expired, denied, approved] = [
      await provider.startRequest(),
      await provider.startRequest(),
      await provider.startRequest(),
    ]
    await expire(expired)
    await provider.deny(denied)
    await provider.complete(approved)
    const said = await Promise.all([expired, denied, approved].map(async (id) => (await preview(id)).json().status))
    expect(said).toEqual(['expired', 'denied', 'approved'])
  })

  test('is missing for an unknown, malformed or only pushed request', async () => {
    expect((await preview(UNKNOWN)).statusCode).toBe(404)
    expect((await preview('42')).statusCode).toBe(400)
    await provider.push()
    const [pushed] = await provider.database.sql<{ auth_request_id: string }>`
      select auth_request_id from provider.authorization_requests where status = 'pushed'`
    expect((await preview(pushed?.auth_request_id ?? '')).statusCode).toBe(404)
  })
})

describe('return:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql', undefined, { dynamicRegistration: 'open' }))

  const open = (id: string) =>
    provider.app.inject({ url: `/oauth/return?auth_request_id=${id}`, headers: { accept: 'text/html' } })
  const expire = (id: string) => provider.database.sql`
    update provider.authorization_requests set expires_at = now() where auth_request_id = ${id}`

  test('an app of an expired request gets an error of its own, with state and iss', async () => {
    const id = await provider.startRequest({ state: 'the state' })
    await expire(id)
    const response = await open(id)
    expect(response.statusCode).toBe(302)
    const url = new URL(String(response.headers.location))
    expect(`${url.origin}${url.pathname}`).toBe(REDIRECT_URI)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'request_expired',
      error_description: 'The request expired before the person answered it.',
      state: 'the state',
      iss: ISSUER,
    })
  })

  test('brings the same as a form to an app that wants one', async () => {
    const id = await provider.startRequest({ response_mode: 'form_post' })
    await expire(id)
    const response = await open(id)
    expect(response.headers.location).toContain(`${ISSUER}/oauth/form-post?`)
    const posted = await provider.app.inject(response.headers.location ?? '')
    expect(posted.body).toContain(`<form method="post" action="${REDIRECT_URI}">`)
    expect(posted.body).toContain('name="error" value="request_expired"')
  })

  test('tells access_denied again after a denial', async () => {
    const id = await provider.startRequest()
    await provider.deny(id)
    expect(errorOf(await open(id))).toBe('access_denied')
  })

  test('an open request leads to the consent page, and does not end', async () => {
    const id = await provider.startRequest()
    expect((await open(id)).headers.location).toBe(`${ISSUER}/consent?auth_request_id=${id}`)
    expect(await provider.details(id)).toMatchObject({ status: 'pending' })
  })

  test('an approved request brings no refusal, an unknown one leads nowhere', async () => {
    const id = await provider.startRequest()
    await provider.complete(id)
    for (const each of [id, UNKNOWN, '42']) {
      const response = await open(each)
      expect([response.statusCode, response.headers.location]).toEqual([400, undefined])
    }
  })

  test('RFC 9700 §4.11.2: the person takes the step where the app is unreviewed', async () => {
    const payload = { client_name: 'Own', redirect_uris: ['https://evil.example/phish'], scope: 'openid' }
    const registered = await provider.app.inject({ method: 'POST', url: '/oauth/register', payload })
    const { client_id } = registered.json<{ client_id: string }>()
    const redirect_uri = 'https://evil.example/phish'
    const id = await provider.startRequest({ client_id, redirect_uri, scope: 'openid' })
    await expire(id)
    const response = await open(id)
    expect([response.statusCode, response.headers.location]).toEqual([400, undefined])
    expect(response.body).toContain('Continue to <bdi dir="ltr">evil.example</bdi>')
  })
})
