import { startBeforeAll } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorOf } from './answers.ts'
import type { Changes } from './flow-steps.ts'
import { startProvider, type TestClient, USER_ID } from './started-provider.ts'

const SCOPES = ['openid', 'email', 'profile', 'phone']
const NAME = { userinfo: { name: null } }

describe('the claims parameter (OpenID Connect Core §5.5):', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  let client: TestClient

  beforeAll(async () => {
    client = await provider.register({ scopes: SCOPES.map((name) => ({ name, reason: '', required: false })) })
  })

  const start = (claims: unknown, changes: Changes = {}) =>
    provider.startRequest({ client_id: client.client_id, scope: 'openid', claims: JSON.stringify(claims), ...changes })
  const claimsOf = async (id: string) =>
    (await provider.details(id)).scope_details.map(({ name, claims }) => [name, claims.join(' ')])
  async function approve(id: string, claims: Readonly<Record<string, string>>) {
    const { requested_scopes: approved_scopes } = await provider.details(id)
    return provider.complete(id, { approved_scopes, attested: { claims } })
  }

  test.each([
    ['a claim of userinfo', { userinfo: { given_name: null } }, [['profile', 'given_name']]],
    ['a claim of the id_token', { id_token: { email: { essential: true } } }, [['email', 'email']]],
    ['the OpenID name of a claim', { userinfo: { phone_number: null } }, [['phone', 'phone']]],
    ['the flag of a claim', { userinfo: { email_verified: null } }, [['email', 'email']]],
    ['unknown, foreign and unregistered ones', { userinfo: { shoe_size: null, 'name#ja': null, address: null } }, []],
    ['members that are not understood', { purposes: {}, userinfo: { name: { max: 9 } } }, [['profile', 'name']]],
    ['nothing', { userinfo: null, id_token: {} }, []],
  ])('%s: people are asked for just that', async (_case, claims, expected) => {
    expect(await claimsOf(await start(claims))).toEqual([['openid', ''], ...expected])
  })

  test('a scope that is asked for stays whole beside single claims', async () => {
    const id = await start({ userinfo: { email: null, name: null, phone_number: null } }, { scope: 'openid profile' })
    const [, [, profile] = []] = await claimsOf(id)
    expect(profile).toContain('given_name')
    expect((await claimsOf(id)).slice(2)).toEqual([
      ['email', 'email'],
      ['phone', 'phone'],
    ])
  })

  test('pushed requests have it too', async () => {
    const { request_uri } = (await provider.push({ ...client, scope: 'openid', claims: JSON.stringify(NAME) })).json()
    const opened = await provider.open(request_uri, { client_id: client.client_id })
    const id = new URL(String(opened.headers.location)).searchParams.get('auth_request_id') ?? ''
    expect(await claimsOf(id)).toEqual([
      ['openid', ''],
      ['profile', 'name'],
    ])
  })

  test('no approval can hold more than was asked for', async () => {
    const id = await start(NAME)
    expect((await approve(id, { name: 'Ada', birthdate: '1815-12-10' })).json()).toMatchObject({
      code: 'invalid_claims',
      error: expect.stringContaining('did not request'),
    })
    const tokens = await provider.exchange((await approve(id, { name: 'Ada' })).json().authorization_code, {
      ...client,
    })
    const { access_token, id_token, scope } = tokens.json()
    expect(scope).toBe('openid profile')
    expect((await provider.userinfo(access_token)).json()).toEqual({ sub: USER_ID, name: 'Ada' })
    expect(decodeJwt(id_token)).not.toHaveProperty('name')
  })

  test('the id_token has what was approved of its member, and userinfo all', async () => {
    const id = await start({ userinfo: { name: null }, id_token: { email: null, phone_number: null } })
    const completed = await approve(id, { name: 'Ada', email: 'ada@example.com' })
    const { access_token, id_token } = (
      await provider.exchange(completed.json().authorization_code, { ...client })
    ).json()
    const { name, email, email_verified, phone_number } = decodeJwt(id_token)
    expect({ name, email, email_verified, phone_number }).toEqual({ email: 'ada@example.com', email_verified: false })
    expect((await provider.userinfo(access_token)).json()).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
  })

  test('§5.5.1: the page is told what the app calls essential; without it there is no error', async () => {
    const id = await start({ userinfo: { name: { essential: true }, email: { essential: false } } })
    const details = (await provider.details(id)).scope_details
    expect(details.map(({ essential }) => essential)).toEqual([undefined, ['name'], undefined])
    expect((await approve(id, {})).statusCode).toBe(200)
  })

  test('§3.1.2.2: only the person of a wished sub answers', async () => {
    const wish = (sub: string) => start({ id_token: { sub: { value: sub } } })
    const other = await provider.complete(await wish('another'), { approved_scopes: ['openid'] })
    expect(other.json()).toMatchObject({ code: 'user_mismatch' })
    expect((await provider.complete(await wish(USER_ID), { approved_scopes: ['openid'] })).statusCode).toBe(200)
  })

  test('a wished sub beside an id_token_hint of another person is refused', async () => {
    const { id_token = '' } = await provider.obtainTokens()
    const claims = JSON.stringify({ id_token: { sub: { value: 'another' } } })
    expect(errorOf(await provider.authorize({ id_token_hint: id_token, claims }))).toBe('invalid_request')
  })

  test.each([
    ['a number', 7],
    ['empty', ''],
    ['a character that the database cannot store', '\u0000'],
    ['longer than any subject', 'x'.repeat(256)],
  ])('a wished sub that is %s is refused', async (_case, value) => {
    const claims = JSON.stringify({ id_token: { sub: { value } } })
    expect(errorOf(await provider.authorize({ claims }))).toBe('invalid_request')
  })

  test('two wished subs are refused', async () => {
    const claims = JSON.stringify({ id_token: { sub: { values: [USER_ID, 'another'] } } })
    expect(errorOf(await provider.authorize({ claims }))).toBe('invalid_request')
  })

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a text in place of a member', '{"userinfo":"email"}'],
    ['a text in place of a claim', '{"userinfo":{"email":"yes"}}'],
    ['more than 4,096 characters', JSON.stringify({ userinfo: { ['x'.repeat(4_096)]: null } })],
  ])('%s is refused with an example of the right form', async (_case, claims) => {
    const refused = await provider.authorize({ claims })
    expect(errorOf(refused)).toBe('invalid_request')
    expect(new URL(String(refused.headers.location)).searchParams.get('error_description')).toContain('{"userinfo"')
  })

  test('a request for less is another one than that for the whole scope, for a quick approval', async () => {
    const askedBy = async (claims: object, scope = 'openid') =>
      (await provider.details(await start(claims, { scope }))).asked
    const whole = await askedBy({}, 'openid profile')
    const [name, again, essential] = [
      await askedBy(NAME),
      await askedBy(NAME),
      await askedBy({ userinfo: { name: { essential: true } } }),
    ]
    expect(new Set([whole, name, essential]).size).toBe(3)
    expect(again).toBe(name)
  })
})
