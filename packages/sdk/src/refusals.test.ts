import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDataToken, startTestProvider, type TestProvider, tokenBody } from '../test/provider.ts'
import { createCountersign } from './countersign.ts'

const ADVICE = 'Its operator registers it: countersign resources add'

let provider: TestProvider

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(() => provider.answerMetadataWith({}))

function connect(issuer = provider.issuer) {
  const redirectUri = 'http://localhost:8090/callback'
  return createCountersign({ issuer, clientId: 'app-1', redirectUri, allowPlainClaims: true })
}

/** The browser comes back with a code, or with this in its place. */
async function finish(refusal: Readonly<Record<string, string>> = {}) {
  const countersign = connect()
  const { flow } = await countersign.beginSignIn()
  const query = new URLSearchParams({ iss: provider.issuer, state: flow.state, code: flow.nonce ?? '', ...refusal })
  return countersign.finishSignIn(`/callback?${query.toString()}`, flow)
}

describe("the provider's advice reaches the app's developer", () => {
  test.each(['invalid_target', 'access_denied', 'login_required', 'temporarily_unavailable'])(
    'from a callback that says %s',
    async (error) => {
      await expect(finish({ error, error_description: ADVICE })).rejects.toMatchObject({
        providerError: error,
        message: expect.stringMatching(`\\. The provider says: ${ADVICE}$`),
      })
    },
  )

  test.each(['invalid_target', 'invalid_grant', 'server_error'])(
    'from a token endpoint that says %s',
    async (error) => {
      provider.answerTokensWith({ status: 400, body: { error, error_description: ADVICE } })
      await expect(finish()).rejects.toMatchObject({
        providerError: error,
        message: expect.stringMatching(`\\. The provider says: ${ADVICE}$`),
      })
    },
  )

  test('on one line of bounded length, without control characters', async () => {
    const description = `one\r\ntwo\u001B[31m\u2028\u202Ethree ${'long '.repeat(1_000)}`
    const refused = finish({ error: 'invalid_target', error_description: description })
    const error = await refused.then(() => '', String)
    expect(error).toMatch(/: one two \[31m three long(?: long)+(?: l?o?n?g?)?$/)
    expect(error.length).toBeLessThan(400)
  })

  test.each([[undefined], [''], ['\n'], [7], [{}]])('not at all where the description is %j', async (description) => {
    provider.answerTokensWith({ status: 400, body: { error: 'invalid_grant', error_description: description } })
    await expect(finish()).rejects.toHaveProperty(
      'message',
      'The code or token is unknown, expired or used. Begin a new sign-in.',
    )
  })
})

describe('a new data token that is refused for its times', () => {
  async function answerFrom(secondsAgo: number, ageSeconds: number): Promise<void> {
    const body = tokenBody(await makeDataToken(provider.issuer, provider.keys, { ageSeconds }))
    const date = new Date(Date.now() - secondsAgo * 1_000).toUTCString()
    provider.answerTokensWith({ body, headers: { date } })
  }

  test.each([
    ['fast', 600, /^This machine's clock is (?:599|60[0-2]) seconds ahead of the provider's\. Set it right\.$/],
    ['slow', -600, /^This machine's clock is (?:600|59[7-9]) seconds behind the provider's\. Set it right\.$/],
  ])("says that the app's clock is %s, and not to begin again", async (_case, secondsAgo, message) => {
    await answerFrom(secondsAgo, secondsAgo)
    await expect(finish()).rejects.toMatchObject({
      code: 'wrong_clock',
      advice: 'check_settings',
      message: expect.stringMatching(message),
    })
  })

  test('has expired where both clocks agree', async () => {
    await answerFrom(0, 600)
    await expect(finish()).rejects.toMatchObject({ code: 'token_expired', advice: 'begin_again' })
  })

  test('blames no clock for another fault', async () => {
    const body = tokenBody(await makeDataToken('https://other.example', provider.keys))
    provider.answerTokensWith({ body, headers: { date: new Date(0).toUTCString() } })
    await expect(finish()).rejects.toHaveProperty('code', 'wrong_issuer')
  })
})

describe('a wrong issuer in the settings is explained', () => {
  const METADATA = '/.well-known/oauth-authorization-server'

  test('where nothing listens: by the address that was asked, and the reason', async () => {
    const gone = await startTestProvider()
    await gone.close()
    await expect(connect(gone.issuer).beginSignIn()).rejects.toMatchObject({
      code: 'unreachable',
      message: `${gone.issuer}${METADATA} did not answer: ECONNREFUSED.`,
    })
  })

  test('where it says https and the server speaks http', async () => {
    const issuer = provider.issuer.replace('http:', 'https:')
    await expect(connect(issuer).beginSignIn()).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(`^${issuer}${METADATA} did not answer: ERR_SSL_\\w+\\.$`),
    })
  })

  test('where the server calls itself otherwise: by both names', async () => {
    provider.answerMetadataWith({ issuer: 'https://other.example' })
    await expect(connect().beginSignIn()).rejects.toMatchObject({
      code: 'metadata_mismatch',
      message: `${provider.issuer}${METADATA} describes the issuer "https://other.example", and the setting issuer is "${provider.issuer}". They must be the same.`,
    })
  })
})
