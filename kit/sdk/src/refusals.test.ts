import { startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestProvider, tokenBody } from '../test/provider.ts'
import { createCountersign } from './countersign.ts'

const ADVICE = 'Its operator registers it: countersign resources add'
const ADVISED = { error_description: ADVICE }
const WITH_ADVICE = expect.stringMatching(`\\. The provider says: ${ADVICE}$`)

const provider = startBeforeAll(startTestProvider)
beforeEach(() => {
  provider.received.length = 0
  provider.answerMetadataWith({})
  provider.answerDataToken()
})

function connect(issuer = provider.issuer) {
  return createCountersign({ ...provider.registered, issuer, clientSecret: 'cs_cs_1', allowPlainClaims: true })
}

/** The browser comes back with a code, or with these changes. */
async function finish(changes: Readonly<Record<string, string>> = {}) {
  const countersign = connect()
  const { flow } = await countersign.beginSignIn()
  return countersign.finishSignIn(provider.callback(flow, changes), flow)
}

describe('callback: refused at once', () => {
  test.each([
    ['with another state', { state: 'forged' }, 'state_mismatch'],
    ['with an empty state', { state: '' }, 'state_mismatch'],
    ['from another issuer (mix-up, RFC 9207)', { iss: 'https://other.example' }, 'issuer_mismatch'],
    ['without a code', { code: '' }, 'invalid_callback'],
  ])('%s', async (_case, changes, code) => {
    await expect(finish(changes)).rejects.toMatchObject({ name: 'SignInError', code })
    expect(provider.received).toEqual([])
  })

  test.each([
    ['access_denied', 'access_denied'],
    ['request_expired', 'request_expired'],
    ['temporarily_unavailable', 'unreachable'],
    ['login_required', 'person_needed'],
    ['consent_required', 'person_needed'],
    ['interaction_required', 'person_needed'],
    ['invalid_scope', 'refused'],
    ['invalid_target', 'refused'],
  ])("that says %s, with the provider's advice", async (error, code) => {
    await expect(finish({ error, ...ADVISED })).rejects.toMatchObject({
      code,
      providerError: error,
      message: WITH_ADVICE,
    })
    expect(provider.received).toEqual([])
  })

  test.each(['state', 'iss', 'code'])('that leaves out %s', async (name) => {
    const countersign = connect()
    const { flow } = await countersign.beginSignIn()
    const [path = '', query] = provider.callback(flow).split('?')
    const parameters = new URLSearchParams(query)
    parameters.delete(name)
    const refused = countersign.finishSignIn(`${path}?${parameters.toString()}`, flow)
    await expect(refused).rejects.toHaveProperty('name', 'SignInError')
    expect(provider.received).toEqual([])
  })

  test('that names a parameter twice', async () => {
    const countersign = connect()
    const { flow } = await countersign.beginSignIn()
    const twice = `${provider.callback(flow)}&code=cs_ac_2`
    await expect(countersign.finishSignIn(twice, flow)).rejects.toHaveProperty('code', 'invalid_callback')
  })

  test("without repeating an attacker's words", async () => {
    await expect(finish({ error: '<script>' })).rejects.toMatchObject({
      code: 'refused',
      providerError: undefined,
      message: expect.not.stringContaining('script'),
    })
  })
})

describe('an answer of the token endpoint is refused', () => {
  test.each([
    ['invalid_client', 401, 'invalid_client'],
    ['invalid_grant', 400, 'invalid_grant'],
    ['invalid_token', 400, 'invalid_token'],
    ['redirect_uri_mismatch', 400, 'refused'],
    ['server_error', 500, 'unreachable'],
    ['temporarily_unavailable', 503, 'unreachable'],
  ])("when it says %s, with the provider's advice", async (error, status, code) => {
    provider.answerTokensWith({ status, body: { error, ...ADVISED } })
    await expect(finish()).rejects.toMatchObject({ code, providerError: error, message: WITH_ADVICE })
  })

  test.each([
    ['is not JSON', '<html>'],
    ['is no object', '[]'],
    ['has no access token', { ...tokenBody('a.b.c'), access_token: undefined }],
    ['has an empty refresh token', { ...tokenBody('a.b.c'), refresh_token: '' }],
    ['has another token type', { ...tokenBody('a.b.c'), token_type: 'MAC' }],
    ['tells the lifetime as text', { ...tokenBody('a.b.c'), expires_in: '3600' }],
    ['has no scope', { ...tokenBody('a.b.c'), scope: undefined }],
    ['has a data token that is no text', { ...tokenBody(), data_token: 1 }],
    ['has no data token', tokenBody()],
  ])('when it %s', async (_case, body) => {
    provider.answerTokensWith({ body })
    await expect(finish()).rejects.toHaveProperty('code', 'invalid_response')
  })

  test.each([
    ['it is a redirect: the secret goes nowhere else', { status: 307, headers: { location: '/elsewhere' } }],
    ['a proxy fails without a word', { status: 502, body: 'Bad Gateway' }],
    ['a proxy limits the rate', { status: 429, body: { error: 'slow_down' } }],
  ])('when %s', async (_case, answer) => {
    provider.answerTokensWith(answer)
    await expect(finish()).rejects.toMatchObject({ code: 'unreachable', advice: 'try_later' })
  })
})

describe("the provider's advice", () => {
  test('is one line of bounded length, without control characters', async () => {
    const description = `one\r\ntwo\u001B[31m\u2028\u202Ethree ${'long '.repeat(1_000)}`
    const refused = finish({ error: 'invalid_target', error_description: description })
    const error = await refused.then(() => '', String)
    expect(error).toMatch(/: one two \[31m three long(?: long)+(?: l?o?n?g?)?$/)
    expect(error.length).toBeLessThan(400)
  })

  test('has the page that explains it, if that is at a safe address', async () => {
    const uri = 'https://docs.example/errors#invalid_target'
    await expect(finish({ error: 'invalid_target', ...ADVISED, error_uri: uri })).rejects.toHaveProperty(
      'message',
      `The provider refused the request (invalid_target). The provider says: ${ADVICE} See ${uri}`,
    )
    provider.answerTokensWith({ status: 400, body: { error: 'invalid_grant', error_uri: 'javascript:alert(1)' } })
    await expect(finish()).rejects.toHaveProperty('message', expect.not.stringContaining('alert'))
  })

  test.each([[undefined], [''], ['\n'], [7], [{}]])('not at all where the description is %j', async (description) => {
    provider.answerTokensWith({ status: 400, body: { error: 'invalid_grant', error_description: description } })
    await expect(finish()).rejects.toHaveProperty(
      'message',
      'The code or token is unknown, expired or used. Begin a new sign-in.',
    )
  })
})

test('keys that cannot be had are told by their address, for a data token and for a logout token', async () => {
  provider.answerKeysWith({ status: 503 })
  const refusal = {
    code: 'unreachable',
    message: expect.stringContaining(`${provider.issuer}/.well-known/jwks.json gave no answer: Expected 200 OK`),
  }
  await expect(connect().readClaims(provider.makeDataToken())).rejects.toMatchObject(refusal)
  await expect(connect().readLogoutToken(provider.makeIdToken({}))).rejects.toMatchObject(refusal)
  provider.answerKeysWith({ body: { keys: provider.keys.publicKeys } })
})

describe('retryAfterSeconds says how long to wait', () => {
  const [OVERLOADED, FAILED] = [{ error: 'temporarily_unavailable' }, 'Bad Gateway']
  const date = 'Fri, 27 Nov 2026 12:00:00 GMT'

  test.each([
    ['seconds of a rate limit', 429, OVERLOADED, { 'retry-after': '7' }, 7],
    ['seconds of an overload', 503, OVERLOADED, { 'retry-after': '120' }, 120],
    ["a date, by the provider's clock", 502, FAILED, { 'retry-after': 'Fri, 27 Nov 2026 12:01:30 GMT', date }, 90],
    ['a date in the past', 503, FAILED, { 'retry-after': 'Fri, 27 Nov 2026 11:00:00 GMT', date }, 0],
    ['nothing where it is not said', 503, OVERLOADED, {}, undefined],
    ['nothing where it is neither', 503, OVERLOADED, { 'retry-after': 'soon, -5' }, undefined],
    ['nothing where waiting does not help', 400, { error: 'invalid_grant' }, { 'retry-after': '7' }, undefined],
  ])('%s', async (_case, status, body, headers, retryAfterSeconds) => {
    provider.answerTokensWith({ status, body, headers })
    await expect(finish()).rejects.toMatchObject({ name: 'SignInError', retryAfterSeconds })
  })

  test('for metadata and revocation too', async () => {
    provider.answerWith('/oauth/revoke', { status: 503, body: OVERLOADED, headers: { 'retry-after': '3' } })
    await expect(connect().revoke('cs_rt_1')).rejects.toMatchObject({ advice: 'try_later', retryAfterSeconds: 3 })
    provider.answerWith('/.well-known/oauth-authorization-server', { status: 503, headers: { 'retry-after': '4' } })
    await expect(connect().beginSignIn()).rejects.toMatchObject({ advice: 'try_later', retryAfterSeconds: 4 })
  })
})

describe('a new data token that is refused for its times', () => {
  function answerFrom(secondsAgo: number, ageSeconds: number): void {
    const body = tokenBody(provider.makeDataToken({ ageSeconds }))
    const date = new Date(Date.now() - secondsAgo * 1_000).toUTCString()
    provider.answerTokensWith({ body, headers: { date } })
  }

  test.each([
    ['fast', 600, /^This machine's clock is (?:599|60[0-2]) seconds ahead of the provider's\. Set it right\.$/],
    ['slow', -600, /^This machine's clock is (?:600|59[7-9]) seconds behind the provider's\. Set it right\.$/],
  ])("blames the app's clock as %s", async (_case, secondsAgo, message) => {
    answerFrom(secondsAgo, secondsAgo)
    await expect(finish()).rejects.toMatchObject({
      code: 'wrong_clock',
      advice: 'check_settings',
      message: expect.stringMatching(message),
    })
  })

  test('has expired where both clocks agree', async () => {
    answerFrom(0, 600)
    await expect(finish()).rejects.toMatchObject({ code: 'token_expired', advice: 'begin_again' })
  })

  test('blames no clock for another fault', async () => {
    const body = tokenBody(provider.makeDataToken({ iss: 'https://other.example' }))
    provider.answerTokensWith({ body, headers: { date: new Date(0).toUTCString() } })
    await expect(finish()).rejects.toHaveProperty('code', 'wrong_issuer')
  })
})

describe('a wrong issuer in the settings is explained', () => {
  const METADATA = '/.well-known/oauth-authorization-server'

  test('where nothing listens: by the address and the reason', async () => {
    const gone = await startTestProvider()
    await gone.close()
    await expect(connect(gone.issuer).beginSignIn()).rejects.toMatchObject({
      code: 'unreachable',
      message: `${gone.issuer}${METADATA} gave no answer: ECONNREFUSED. Nothing listens there.`,
    })
  })

  test('where it says https and the server speaks http', async () => {
    const issuer = provider.issuer.replace('http:', 'https:')
    await expect(connect(issuer).beginSignIn()).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        `^${issuer}${METADATA} gave no answer: ERR_SSL_\\w+\\. This address speaks http, not https\\.$`,
      ),
    })
  })

  test.each([
    ['no Countersign is there', 404, ' Is there a Countersign at the setting issuer?'],
    ['a proxy fails', 502, ''],
  ])('where %s: by the address and the status', async (_case, status, hint) => {
    provider.answerWith(METADATA, { status })
    const message = `${provider.issuer}${METADATA} answered with status ${status}.${hint}`
    await expect(connect().beginSignIn()).rejects.toMatchObject({ code: 'unreachable', message })
  })

  test('where the server calls itself otherwise: by both names', async () => {
    provider.answerMetadataWith({ issuer: 'https://other.example' })
    await expect(connect().beginSignIn()).rejects.toMatchObject({
      code: 'metadata_mismatch',
      message: `${provider.issuer}${METADATA} describes the issuer "https://other.example", and the setting issuer is "${provider.issuer}". They must be the same.`,
    })
  })
})
