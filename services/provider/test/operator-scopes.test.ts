import { startBeforeAll } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { REDIRECT_URI, startProvider, USER_ID } from './started-provider.ts'

const LABELS = { en: 'Loyalty number', de: 'Kundennummer' }
const TEXTS = {
  en: { title: 'Loyalty card', description: 'The number of your card.' },
  de: { title: 'Kundenkarte', description: 'Die Nummer Ihrer Karte.' },
}
const TURNING = { title: 'a\u202Eb', description: '' }
const OPENID_NAME = 'https://shop.example/loyalty_number'
const SCOPE = 'openid shop:loyalty'

describe('operator scopes:', () => {
  const settings = { dynamicRegistration: 'open' } as const
  const scopeOf = (texts: object, claims: readonly string[] = []) => ({ texts, claims })
  const provider = startBeforeAll(async () => {
    const started = await startProvider('postgresql', undefined, settings)
    await started.admin('PUT', 'claims/loyalty_number/', { labels: LABELS, openid_name: OPENID_NAME })
    await started.admin('PUT', 'scopes/shop%3Aloyalty/', { texts: TEXTS, claims: ['loyalty_number'] })
    return started
  })

  const register = (...names: string[]) =>
    provider.register({ idTokenClaims: true, scopes: names.map((name) => ({ name, reason: '', required: false })) })

  async function approve(claims: Record<string, string>) {
    const client = await register('openid', 'shop:loyalty')
    const id = await provider.startRequest({ ...client, client_secret: undefined, scope: SCOPE })
    const completed = await provider.complete(id, { approved_scopes: SCOPE.split(' '), attested: { claims } })
    return { client, id, completed }
  }

  test('are listed as they were defined', async () => {
    expect((await provider.admin('GET', 'scopes/')).json()).toEqual({
      scopes: [{ name: 'shop:loyalty', resource: null, texts: TEXTS, claims: ['loyalty_number'] }],
    })
    expect((await provider.admin('GET', 'claims/')).json()).toEqual({
      claims: [{ name: 'loyalty_number', openid_name: OPENID_NAME, labels: LABELS }],
    })
  })

  test('in other words make a request one that repeats no earlier one', async () => {
    const { client_id } = await register('openid', 'shop:loyalty')
    const readAsked = async () =>
      (await provider.details(await provider.startRequest({ client_id, scope: SCOPE }))).asked
    const define = (texts: object) =>
      provider.admin('PUT', 'scopes/shop%3Aloyalty/', scopeOf(texts, ['loyalty_number']))
    const asked = await readAsked()
    expect(asked).toMatch(/^[\w-]{43}$/)
    await define({ ...TEXTS, en: { ...TEXTS.en, description: 'Its number.' } })
    expect(await readAsked()).not.toBe(asked)
    await define(TEXTS)
    expect(await readAsked()).toBe(asked)
  })

  test('are announced, requested, described by language, and released by OpenID name', async () => {
    const metadata = (await provider.app.inject('/.well-known/openid-configuration')).json()
    expect(metadata.scopes_supported).toContain('shop:loyalty')
    expect(metadata.claims_supported).toContain(OPENID_NAME)
    const { client, id, completed } = await approve({ loyalty_number: '4711' })
    expect((await provider.details(id)).scope_details[1]).toEqual({
      name: 'shop:loyalty',
      title: 'Loyalty card',
      description: 'The number of your card.',
      reason: '',
      required: false,
      claims: ['loyalty_number'],
      texts: TEXTS,
      claim_labels: { loyalty_number: LABELS },
    })
    const tokens = (await provider.exchange(completed.json().authorization_code, { ...client })).json()
    expect(decodeJwt(tokens.data_token)['claims']).toEqual({ loyalty_number: '4711' })
    expect(decodeJwt(tokens.id_token)).toMatchObject({ [OPENID_NAME]: '4711' })
    expect((await provider.userinfo(tokens.access_token)).json()).toEqual({ sub: USER_ID, [OPENID_NAME]: '4711' })
    const refreshed = (await provider.refresh(tokens.refresh_token, { ...client, scope: SCOPE })).json()
    expect((await provider.userinfo(refreshed.access_token)).json()).toMatchObject({ [OPENID_NAME]: '4711' })
  })

  test('are released by their own scope alone', async () => {
    expect((await approve({ email: 'ada@example.com' })).completed.json()).toMatchObject({ code: 'invalid_claims' })
    const id = await provider.startRequest()
    const refused = await provider.complete(id, { attested: { claims: { loyalty_number: '4711' } } })
    expect(refused.json()).toMatchObject({ code: 'invalid_claims' })
    const unregistered = await provider.startRequest({ scope: SCOPE })
    expect((await provider.details(unregistered)).requested_scopes).toEqual(['openid'])
  })

  test('an app that registers itself has those that it names, and no others', async () => {
    const registeredScope = async (scope?: string) => {
      const payload = { redirect_uris: [REDIRECT_URI], ...(scope && { scope }) }
      return (await provider.app.inject({ method: 'POST', url: '/oauth/register', payload })).json().scope
    }
    expect(await registeredScope(SCOPE)).toBe(SCOPE)
    expect(await registeredScope()).not.toContain('shop')
  })

  test.each<[string, string, object, string]>([
    ['a built-in scope', 'scopes/email/', scopeOf(TEXTS), 'built in'],
    ['offline_access', 'scopes/offline_access/', scopeOf(TEXTS), 'built in'],
    ['a scope without English', 'scopes/new/', scopeOf({ de: TEXTS.de }), 'texts'],
    ['a scope in a language that no page speaks', 'scopes/new/', scopeOf({ ...TEXTS, tlh: TEXTS.en }), ''],
    ['a scope of an unknown claim', 'scopes/new/', scopeOf(TEXTS, ['iban']), 'define it first'],
    ['a scope whose words turn the page around (UAX #9)', 'scopes/new/', scopeOf({ en: TURNING }), 'invisible'],
    ['a scope with a space in its name', 'scopes/a%20b/', scopeOf(TEXTS), ''],
    ['a built-in claim', 'claims/email/', { labels: LABELS }, 'meaning of its own'],
    ['a claim that identifies the person', 'claims/sub/', { labels: LABELS }, 'meaning of its own'],
    ['a claim that apps let people in by', 'claims/groups/', { labels: LABELS }, 'meaning of its own'],
    ['a claim that id_tokens take for proof', 'claims/a/', { labels: LABELS, openid_name: 'email_verified' }, ''],
    ['a claim by the OpenID name of another', 'claims/a/', { labels: LABELS, openid_name: OPENID_NAME }, 'of its own'],
    ['a claim without a label', 'claims/a/', { labels: {} }, ''],
  ])('%s cannot be defined', async (_what, path, body, sentence) => {
    const refused = await provider.admin('PUT', path, body)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'invalid_request', error: expect.stringContaining(sentence) })
  })

  test("a resource server's scope is not changed by itself", async () => {
    await provider.database.sql`
      insert into provider.scopes (name, resource, texts) values ('orders', 'https://api.example', ${JSON.stringify(TEXTS)})`
    const changed = await provider.admin('PUT', 'scopes/orders/', scopeOf(TEXTS))
    expect(changed.json()).toMatchObject({ code: 'scope_in_use' })
    expect((await provider.admin('DELETE', 'scopes/orders/')).json()).toMatchObject({ code: 'scope_in_use' })
    await provider.database.sql`delete from provider.scopes where name = 'orders'`
  })

  test('an app is registered for no more claims than one approval can carry', async () => {
    const { sql } = provider.database
    const [texts, claims] = [JSON.stringify(TEXTS), Array.from({ length: 32 }, (_, index) => `claim_${index}`)]
    await sql`insert into provider.scopes (name, resource, texts, claims) values ('many', null, ${texts}, ${claims})`
    await expect(register('openid', 'many')).resolves.toBeDefined()
    await expect(register('many', 'email')).rejects.toThrow('more than 32 claims')
    await sql`delete from provider.scopes where name = 'many'`
  })

  test('are removed in order, and from approvals: a later scope of that name is another', async () => {
    await provider.admin('PUT', 'claims/badge/', { labels: LABELS })
    await provider.admin('PUT', 'scopes/badge/', { texts: TEXTS, claims: ['badge'] })
    const client = await register('openid', 'badge')
    const start = (scope: string) => provider.startRequest({ ...client, client_secret: undefined, scope })
    const attested = { claims: { badge: 'blue' } }
    const approveAll = async (id: string, scope: string) =>
      (await provider.complete(id, { approved_scopes: scope.split(' '), attested })).json()
    const codeFor = async (scope: string) => (await approveAll(await start(scope), scope)).authorization_code
    const redeem = async (code: string) => (await provider.exchange(code, { ...client })).json()
    const grant = async (scope: string) => redeem(await codeFor(scope))
    const [code, codeOfBadge] = [await codeFor('openid badge'), await codeFor('badge')]
    const [tokens, badgeAlone] = [await grant('openid badge'), await grant('badge')]
    const open = await start('openid badge')
    const remove = (path: string) => provider.admin('DELETE', path)
    expect((await remove('claims/badge/')).json()).toMatchObject({ code: 'claim_in_use' })
    expect((await remove('scopes/badge/')).json()).toEqual({
      code: 'scope_in_use',
      error: expect.stringContaining(client.client_id),
    })
    await provider.admin('PATCH', `clients/${client.client_id}/`, {
      scopes: [{ name: 'openid', reason: '', required: true }],
    })
    for (const path of ['scopes/badge/', 'claims/badge/']) expect((await remove(path)).statusCode).toBe(204)
    expect((await remove('scopes/badge/')).statusCode).toBe(404)
    expect(await approveAll(await start('openid'), 'openid badge')).toMatchObject({ code: 'invalid_claims' })
    await provider.admin('PUT', 'claims/badge/', { labels: LABELS })
    await provider.admin('PUT', 'scopes/badge/', { texts: TEXTS, claims: ['badge'] })
    expect(await approveAll(open, 'openid badge')).toMatchObject({ code: 'invalid_scope' })
    expect(await redeem(code)).toMatchObject({ scope: 'openid' })
    expect(await redeem(codeOfBadge)).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.userinfo(tokens.access_token)).json()).toEqual({ sub: USER_ID })
    expect((await provider.refresh(tokens.refresh_token, { ...client })).json()).toMatchObject({ scope: 'openid' })
    expect((await provider.refresh(badgeAlone.refresh_token, { ...client })).json().error).toBe('invalid_grant')
    for (const path of ['scopes/badge/', 'claims/badge/']) await remove(path)
    const events = (await provider.admin('GET', 'audit-events/')).json().events as { event: string; outcome: string }[]
    const told = events.filter(({ event }) => event === 'scope_removed').map(({ outcome }) => outcome)
    expect(told).toEqual(['administrator badge', 'administrator badge'])
  })
})
