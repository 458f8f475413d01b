import { startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestProvider } from '../test/provider.ts'
import type { SignInOptions } from './authorization-request.ts'
import { createCountersign } from './countersign.ts'
import { readStepUp } from './read-step-up.ts'

const provider = startBeforeAll(startTestProvider)
const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('a certain sign-in (RFC 9470):', () => {
  const countersign = () =>
    createCountersign({ ...provider.registered, clientSecret: 'cs_cs_1', allowPlainClaims: true })

  beforeEach(() => provider.answerDataToken({ acr: 'phr', auth_time: nowSeconds() - 100 }))

  async function finish(options: SignInOptions) {
    const { flow } = await countersign().beginSignIn(options)
    // As a session store or a cookie keeps it.
    return countersign().finishSignIn(provider.callback(flow), JSON.parse(JSON.stringify(flow)))
  }

  test('is asked for by the parameters of OpenID Connect, as are single claims', async () => {
    const claims = { userinfo: { email: { essential: true }, name: null } }
    const { url } = await countersign().beginSignIn({ acrValues: ['phr', 'phrh'], maxAgeSeconds: 60, claims })
    const { acr_values, max_age, claims: sent = '' } = Object.fromEntries(new URL(url).searchParams)
    expect([acr_values, max_age, JSON.parse(sent)]).toEqual(['phr phrh', '60', claims])
  })

  test.each([
    ['any', {}],
    ['any, by an empty list', { acrValues: [] }],
    ['by passkey', { acrValues: ['phr'] }],
    ['new enough', { maxAgeSeconds: 100 }],
  ])('%s: the app is told how and when', async (_case, options) => {
    const { acr, authTime } = await finish(options)
    expect(acr).toBe('phr')
    expect(authTime?.getTime()).toBeLessThan(Date.now() - 90_000)
  })

  test.each([
    ['in another way', { acrValues: ['urn:countersign:acr:password'] }],
    ['longer ago', { maxAgeSeconds: 30 }],
  ])('%s: refused, as the browser can change a request (OpenID Connect Core §3.1.3.7)', async (_case, options) => {
    await expect(finish(options)).rejects.toMatchObject({ code: 'insufficient_user_authentication' })
  })

  test('none is known: refused', async () => {
    provider.answerDataToken({})
    await expect(finish({ acrValues: ['phr'] })).rejects.toMatchObject({ code: 'insufficient_user_authentication' })
    await expect(finish({ maxAgeSeconds: 600 })).rejects.toMatchObject({ code: 'insufficient_user_authentication' })
    expect(await finish({})).toMatchObject({ acr: undefined, authTime: undefined })
  })
})

describe('the challenge of an API (RFC 9470 §3)', () => {
  const challenge = (header: string, status = 401) =>
    readStepUp(new Response(null, { status, headers: { 'www-authenticate': header } }))
  const REFUSED = 'error="insufficient_user_authentication"'

  test.each([
    [`Bearer ${REFUSED}, error_description="Too weak", acr_values="phr phrh"`, { acrValues: ['phr', 'phrh'] }],
    [`DPoP algs="ES256", ${REFUSED}, max_age="5"`, { maxAgeSeconds: 5 }],
    [`Bearer realm="a \\"b\\"", ${REFUSED}, max_age=0, acr_values=phr`, { acrValues: ['phr'], maxAgeSeconds: 0 }],
    [`Basic realm="x", Bearer ${REFUSED}`, {}],
  ])('%s says what to ask for', (header, expected) => {
    expect(challenge(header)).toEqual(expected)
  })

  test.each([
    ['another error', 'Bearer error="invalid_token", acr_values="phr"', 401],
    ['another status', `Bearer ${REFUSED}, acr_values="phr"`, 403],
    ['no challenge', 'Bearer', 401],
  ])('%s asks for nothing', (_case, header, status) => {
    expect(challenge(header, status)).toBeUndefined()
  })
})
