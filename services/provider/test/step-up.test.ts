import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorOf } from './answers.ts'
import type { Changes } from './flow-steps.ts'
import { CALENDAR, PAYMENTS, startResourceServers } from './started-resource-servers.ts'

const PASSWORD = 'urn:countersign:acr:password'
const SIGNED_IN = 1_700_000_000

describe('acr_values:', () => {
  const { provider, exchange, refresh, ask, verify } = startResourceServers()

  /** The answer to an approval by a session of this `acr`. */
  async function approveWith(acr: string | undefined, asked: Changes) {
    const id = await provider.startRequest({ client_id: provider.client.client_id, ...asked })
    const { requested_scopes: approved_scopes } = await provider.details(id)
    const signIn = acr === undefined ? {} : { acr, auth_time: SIGNED_IN }
    return (await provider.complete(id, { approved_scopes, attested: { claims: {}, ...signIn } })).json()
  }
  const acr = (request: object) => ({ claims: JSON.stringify({ id_token: { acr: request } }) })
  const PASSKEY_ONLY = [
    ['acr_values', { acr_values: 'phr' }],
    ['acr_values with one that is unknown here', { acr_values: 'phrh phr' }],
    ['the acr of claims', acr({ values: ['phr'] })],
    ['the acr of claims, essential', acr({ essential: true, value: 'phr' })],
  ] as const

  test.each(PASSKEY_ONLY)('RFC 9470 §5: %s: only a sign-in by passkey is approved', async (_case, asked) => {
    const refused = { code: 'reauth_required', error: expect.stringContaining('passkey') }
    expect(await approveWith(PASSWORD, asked)).toMatchObject(refused)
    // A recovery has no acr.
    expect(await approveWith(undefined, asked)).toMatchObject(refused)
    expect(await approveWith('phr', asked)).toHaveProperty('authorization_code')
  })

  test.each([
    ['unknown values alone', { acr_values: 'urn:mace:incommon:iap:silver' }],
    ['a password beside the passkey', { acr_values: `phr ${PASSWORD}` }],
    ['a password', { acr_values: PASSWORD }],
    ['the acr of claims without a value', acr({})],
  ])('OpenID Connect Core §3.1.2.1: %s: any sign-in will do', async (_case, asked) => {
    expect(await approveWith(PASSWORD, asked)).toHaveProperty('authorization_code')
    expect(await approveWith('phr', asked)).toHaveProperty('authorization_code')
  })

  test.each([[{ essential: true, value: 'phrh' }], [{ essential: true, values: [PASSWORD] }]])(
    'Core §5.5.1.1: the essential acr %j cannot be met',
    async (request) => {
      expect(errorOf(await provider.authorize(acr(request)))).toBe('unmet_authentication_requirements')
    },
  )

  test('Core §5.5.1.1: an essential acr without a value is not met by a recovery', async () => {
    expect(await approveWith(undefined, acr({ essential: true }))).toMatchObject({ code: 'reauth_required' })
    expect(await approveWith(PASSWORD, acr({ essential: true }))).toHaveProperty('authorization_code')
  })

  test('page and core are told which sign-ins the app takes', async () => {
    const id = await provider.startRequest({ acr_values: 'phr' })
    const preview = (await provider.internal('GET', `auth-request-preview/?auth_request_id=${id}`)).json()
    expect([(await provider.details(id)).acr_values, preview.acr_values]).toEqual(['phr', 'phr'])
    expect(await provider.details(await provider.startRequest())).not.toHaveProperty('acr_values')
  })

  test('a person without a passkey goes back to the app, which is told', async () => {
    const end = async (changes: Changes) => {
      const id = await provider.startRequest(changes)
      const query = new URLSearchParams({ auth_request_id: id, error: 'unmet_authentication_requirements' })
      return provider.app.inject(`/oauth/authorize/unanswered?${query}`)
    }
    expect(errorOf(await end({ acr_values: 'phr' }))).toBe('unmet_authentication_requirements')
    expect((await end({})).statusCode).toBe(400)
    expect((await end({ acr_values: 'phr', prompt: 'none', scope: 'openid' })).statusCode).toBe(400)
  })

  test('RFC 8176: the id_token says how and when the person signed in', async () => {
    const signedIn = async (by: string) =>
      decodeJwt((await exchange((await approveWith(by, {})).authorization_code)).id_token)
    expect(await signedIn('phr')).toMatchObject({ acr: 'phr', amr: ['pop', 'user', 'mfa'], auth_time: SIGNED_IN })
    expect(await signedIn(PASSWORD)).toMatchObject({ acr: PASSWORD, amr: ['pwd'] })
    // Of another core: no name of a property is one of ours.
    const foreign = await signedIn('constructor')
    expect(foreign).toMatchObject({ acr: 'constructor' })
    expect(foreign).not.toHaveProperty('amr')
  })

  test('RFC 9470 §6: an API reads it in a JWT and by introspection, and a refresh keeps it', async () => {
    const scope = 'openid payments:read calendar:read'
    const { authorization_code } = await approveWith('phr', { scope })
    const first = await exchange(authorization_code, { resource: PAYMENTS })
    const expected = { acr: 'phr', amr: ['pop', 'user', 'mfa'], auth_time: SIGNED_IN }
    expect(await verify(first.access_token, PAYMENTS)).toMatchObject(expected)
    const next = await refresh(first.refresh_token, { resource: PAYMENTS })
    expect(await verify(next.access_token, PAYMENTS)).toMatchObject(expected)
    const opaque = await refresh(next.refresh_token, { resource: CALENDAR })
    expect(await ask(opaque.access_token, provider.calendar)).toMatchObject({ active: true, ...expected })
    expect(await ask(opaque.refresh_token, provider.client)).toMatchObject({ active: true, ...expected })
  })
})

describe('the registration stands in for an absent parameter (OpenID Connect Registration §2):', () => {
  const { provider } = startResourceServers()
  let client_id: string

  beforeAll(async () => {
    const client = await provider.register({ default_max_age: 600, default_acr_values: ['phr'] })
    client_id = client.client_id
  })

  test('default_max_age and default_acr_values', async () => {
    const details = async (changes: Changes) =>
      provider.details(await provider.startRequest({ client_id, scope: 'openid', ...changes }))
    expect(await details({})).toMatchObject({ max_age: 600, acr_values: 'phr' })
    const own = await details({ max_age: '0', acr_values: PASSWORD })
    expect(own.max_age).toBe(0)
    expect(own).not.toHaveProperty('acr_values')
  })

  test('require_auth_time: without the time of the sign-in nothing is approved', async () => {
    const strict = await provider.register({ require_auth_time: true })
    const approve = async (attested: object) => {
      const id = await provider.startRequest({ client_id: strict.client_id, scope: 'openid' })
      return (await provider.complete(id, { approved_scopes: ['openid'], attested })).json()
    }
    expect(await approve({})).toMatchObject({ code: 'invalid_token', error: expect.stringContaining('auth_time') })
    expect(await approve({ auth_time: SIGNED_IN })).toHaveProperty('authorization_code')
  })
})
