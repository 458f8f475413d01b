import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { startBeforeAll } from '@countersign/testing'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { errorOf } from './answers.ts'
import { startReceivingApps } from './receiving-app.ts'
import { ISSUER, startProvider, type TestClient } from './started-provider.ts'
import { INSIDE_HOST } from './test-internet.ts'

const SESSION_REQUIRED = { backchannelLogoutSessionRequired: true }
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

const apps = startBeforeAll(startReceivingApps)
const provider = startBeforeAll(() => startProvider('postgresql', undefined, {}, { outbound: apps.outbound }))
let books: TestClient

beforeAll(async () => {
  books = await registerAt('/books')
})

const registerAt = (path: string, changes = {}) =>
  provider.register({ backchannelLogoutUri: path.startsWith('https:') ? path : apps.at(path), ...changes })

type SignIn = { readonly at?: TestClient; readonly userId?: string; readonly sessionId?: string | undefined }

/** Signs a user in to an app, within a session; returns its tokens. */
async function signIn({ at = books, userId = randomUUID(), sessionId = randomUUID() }: SignIn) {
  const id = await provider.startRequest({ client_id: at.client_id })
  const { subject: sub = userId } = (await provider.readAs(userId, id)).json<{ subject?: string }>()
  const completed = await provider.complete(id, { user_id: userId, session_id: sessionId, attested: { sub } })
  const tokens = (await provider.exchange(completed.json().authorization_code, at)).json()
  return { ...tokens, userId, sessionId, idToken: decodeJwt(tokens.id_token) }
}

type Session = { readonly userId: string; readonly sessionId: string }
const endSession = ({ userId, sessionId }: Session) =>
  provider.internal('POST', 'sessions/end/', { user_id: userId, session_ids: [sessionId] })
const revoke = (userId: string, { client_id } = books) => provider.revokeGrants(userId, { client_id })
/** Logout tokens received at a path about one user or session. */
const toldAt = (path: string, about: JWTPayload) =>
  apps
    .receivedAt(path)
    .map(({ logoutToken }) => decodeJwt(logoutToken))
    .filter((claims) => (about['sid'] === undefined ? claims.sub === about.sub : claims['sid'] === about['sid']))
const pending = (client: TestClient) =>
  provider.database.sql<{ attempts: number }>`
    select attempts from provider.pending_logouts where client_id = ${client.client_id}`
async function whenTold(path: string, about: JWTPayload, times = 1): Promise<void> {
  await expect.poll(() => toldAt(path, about)).toHaveLength(times)
}
/** Lets the pause after a failure pass, and has this process look again, as it does every few seconds. */
async function tryAgain(client: TestClient): Promise<void> {
  await provider.database.sql`
    update provider.pending_logouts set next_attempt_at = now() where client_id = ${client.client_id}`
  await endSession(await signIn({}))
}

test('RFC 8725 §3.11: revoking an app sends it a logout token, which is no id_token and no id_token_hint', async () => {
  const { userId, refresh_token, id_token } = await signIn({ sessionId: undefined })
  await revoke(userId)
  expect((await provider.refresh(refresh_token, books)).statusCode).toBe(400)
  await whenTold('/books', { sub: userId })
  const [{ type, logoutToken } = { type: '', logoutToken: '' }] = apps.receivedAt('/books').slice(-1)
  expect(type).toBe('POST application/x-www-form-urlencoded')
  const keys = createLocalJWKSet((await provider.app.inject('/.well-known/jwks.json')).json<JSONWebKeySet>())
  const audience = books.client_id
  const { payload } = await jwtVerify(logoutToken, keys, { issuer: ISSUER, audience, typ: 'logout+jwt' })
  const { iat = 0, exp = 0, toe, ...claims } = payload
  expect(claims).toEqual({ iss: ISSUER, aud: audience, jti: expect.any(String), sub: userId, events: EVENTS })
  expect(exp - iat).toBe(120)
  expect(Math.abs(iat - Number(toe))).toBeLessThan(60)
  await expect.poll(() => pending(books)).toEqual([])
  const hinting = async (id_token_hint: string) =>
    errorOf(await provider.authorize({ client_id: books.client_id, scope: 'openid', prompt: 'none', id_token_hint }))
  expect([await hinting(id_token), await hinting(logoutToken)]).toEqual([null, 'login_required'])
})

test('the end of a session is told to each app by its own name for it, and what they are allowed stays', async () => {
  const films = await registerAt('/films')
  const one = await signIn({})
  const other = await signIn({ at: films, userId: one.userId, sessionId: one.sessionId })
  const elsewhere = await signIn({ userId: one.userId })
  // An app that has given its own tokens back has not ended its sign-in by that.
  await provider.revoke(other.refresh_token, films)
  expect((await endSession({ ...one, userId: randomUUID() })).json()).toEqual({ noted: 0 })
  expect((await endSession(one)).json()).toEqual({ noted: 2 })
  await whenTold('/books', one.idToken)
  await whenTold('/films', other.idToken)
  expect(new Set([one.idToken['sid'], other.idToken['sid'], one.sessionId]).size).toBe(3)
  expect(toldAt('/books', elsewhere.idToken)).toEqual([])
  expect((await provider.refresh(one.refresh_token, books)).statusCode).toBe(200)
})

test('an app that needs a session is told each by itself, and nothing where none is known', async () => {
  const strict = await registerAt('/strict', { ...SESSION_REQUIRED, subjectType: 'pairwise' })
  const [one, two] = [await signIn({ at: strict }), await signIn({ at: strict })]
  await provider.database.sql`update provider.grants set user_id = ${one.userId} where user_id = ${two.userId}`
  await provider.database.sql`
    insert into provider.grants (grant_id, refresh_token_expires_at, leaves_at, expires_at, access_token_expires_at,
                                 client_id, user_id, scopes, refresh_token_hash, access_token_salt)
    values (${randomUUID()}, now() + interval '1 day', now(), now() + interval '1 day', now(), ${strict.client_id}, ${one.userId}, '{openid}', 'a', 'b')`
  await provider.revokeGrants(one.userId)
  await whenTold('/strict', one.idToken)
  await whenTold('/strict', two.idToken)
  expect(toldAt('/strict', one.idToken)[0]?.sub).toBe(one.idToken.sub)
  expect(one.idToken.sub).not.toBe(one.userId)
  expect(apps.receivedAt('/strict')).toHaveLength(2)
})

test('the end of an account is told, and the person is named nowhere while that waits', async () => {
  apps.answers.set('/away', (response) => response.writeHead(500).end())
  const away = await registerAt('/away')
  const { userId } = await signIn({ at: away })
  await provider.internal('POST', 'people/erase/', { user_id: userId })
  await whenTold('/away', { sub: userId }, 1)
  const rows = await provider.database.sql`select row_to_json(p)::text as text from provider.pending_logouts p`
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(userId)
  apps.answers.delete('/away')
  // Without the secret that sealed it, the logout waits for a process that has it.
  const [kept] = await provider.database.sql<{ sealed: Buffer }>`
    with kept as (select logout_id, sealed_user_id from provider.pending_logouts where client_id = ${away.client_id})
    update provider.pending_logouts p set sealed_user_id = '\\x00' from kept where p.logout_id = kept.logout_id
    returning kept.sealed_user_id as sealed`
  await tryAgain(away)
  await expect.poll(() => provider.log.join()).toContain('"outcome":"sealed under another KEY_ENCRYPTION_SECRET"')
  expect(await pending(away)).toEqual([{ attempts: 2 }])
  await provider.database.sql`
    update provider.pending_logouts set sealed_user_id = ${kept?.sealed ?? null} where client_id = ${away.client_id}`
  await tryAgain(away)
  await whenTold('/away', { sub: userId }, 2)
  await expect.poll(() => pending(away)).toEqual([])
})

test('a refused logout token is sent again, each time as a new token, until its time is over', async () => {
  apps.answers.set('/moved', (response) => response.writeHead(302, { location: `https://${INSIDE_HOST}/` }).end())
  const moved = await registerAt('/moved')
  const { userId } = await signIn({ at: moved })
  await revoke(userId, moved)
  await expect.poll(() => pending(moved)).toEqual([{ attempts: 1 }])
  await provider.database.sql`
    update provider.pending_logouts set expires_at = now() + interval '1 minute', created_at = now() - interval '1 hour'
     where client_id = ${moved.client_id}`
  await tryAgain(moved)
  await expect.poll(() => pending(moved)).toEqual([])
  const sent = toldAt('/moved', { sub: userId })
  expect(new Set(sent.map(({ jti }) => jti)).size).toBe(2)
  const [first, last] = sent.map(({ toe }) => Number(toe))
  // The first attempt's time counts towards the hour.
  expect(Number(first) - Number(last)).toBeGreaterThan(3_500)
  const log = provider.log.join()
  expect(log).toContain('"event":"logout_token_given_up","outcome":"answered with status 302"')
  expect(log).not.toContain(apps.receivedAt('/moved')[0]?.logoutToken)
})

test('a sign-in that ends again while the app is told of its first end is told again', async () => {
  const slowly = Promise.withResolvers<ServerResponse>()
  apps.answers.set('/twice', slowly.resolve)
  const twice = await registerAt('/twice', SESSION_REQUIRED)
  const first = await signIn({ at: twice })
  await revoke(first.userId, twice)
  const response = await slowly.promise
  apps.answers.set('/twice', (failing) => failing.writeHead(500).end())
  const again = await signIn({ at: twice, userId: first.userId, sessionId: first.sessionId })
  await endSession(again)
  await whenTold('/twice', first.idToken, 2)
  response.end()
  const taken = `"event":"logout_token_taken","client_id":"${twice.client_id}"`
  await expect.poll(() => provider.log.join()).toContain(taken)
  expect(await pending(twice)).toEqual([{ attempts: 2 }])
  apps.answers.delete('/twice')
  await tryAgain(twice)
  await whenTold('/twice', first.idToken, 3)
  await expect.poll(() => pending(twice)).toEqual([])
})

test('a sign-in that ends twice is told twice, even if the first is taken late', async () => {
  const held: ServerResponse[] = []
  apps.answers.set('/full', (response) => void held.push(response))
  const full = await registerAt('/full', SESSION_REQUIRED)
  const [first, other] = [await signIn({ at: full }), await signIn({ at: full })]
  await endSession(first)
  await expect.poll(() => held.length).toBe(1)
  // An app is told of two at a time.
  await endSession(other)
  await expect.poll(() => held.length).toBe(2)
  await endSession(first)
  apps.answers.delete('/full')
  held[0]?.end()
  await whenTold('/full', first.idToken, 2)
  held[1]?.end()
  await expect.poll(() => pending(full)).toEqual([])
})

test('an app on a machine of ours is not called, and one that is silent delays no other', async () => {
  const held = new Set<ServerResponse>()
  let mostAtOnce = 0
  apps.answers.set('/silent', (response) => {
    held.add(response.on('close', () => held.delete(response)))
    mostAtOnce = Math.max(mostAtOnce, held.size)
  })
  const silent = await registerAt('/silent')
  const inside = await registerAt(`https://${INSIDE_HOST}/logout`)
  const waiting = await Promise.all(Array.from({ length: 5 }, () => signIn({ at: silent })))
  await Promise.all(waiting.map(endSession))
  const unreachable = await signIn({ at: inside })
  // Queued once, however often it is requested, and retried.
  await endSession(unreachable)
  await expect.poll(() => pending(inside)).toEqual([{ attempts: 1 }])
  await endSession(unreachable)
  const quick = await signIn({})
  await endSession(quick)
  await whenTold('/books', quick.idToken)
  await expect.poll(() => mostAtOnce).toBe(2)
  await expect.poll(() => pending(inside)).toEqual([{ attempts: 2 }])
  expect(provider.log.join()).toContain('"outcome":"is not on the public internet"')
  apps.answers.delete('/silent')
  for (const response of held) response.end()
  await tryAgain(silent)
  await expect.poll(() => pending(silent)).toEqual([])
  const told = waiting.map(({ idToken }) => toldAt('/silent', idToken).length)
  expect([Math.min(...told), mostAtOnce]).toEqual([1, 2])
})

test('an app that failed only after a while is left alone for some time, and its places go to others', async () => {
  const held: ServerResponse[] = []
  // Both places are taken before either fails, however late the second sign-in ends.
  apps.answers.set('/slow', (response) => {
    if (held.push(response) === 2) setTimeout(() => held.forEach((each) => void each.writeHead(503).end()), 550)
  })
  const slow = await registerAt('/slow')
  await Promise.all((await Promise.all([1, 2, 3].map(() => signIn({ at: slow })))).map(endSession))
  const attempts = async () => (await pending(slow)).map((each) => each.attempts).toSorted((a, b) => a - b)
  await expect.poll(() => provider.log.join().split('"answered with status 503"').length).toBe(3)
  const quick = await signIn({})
  await endSession(quick)
  await whenTold('/books', quick.idToken)
  expect(await attempts()).toEqual([0, 1, 1])
})

test('processes that serve at once tell an app once', async () => {
  const beside = await provider.startInstance()
  const endBeside = ({ userId, sessionId }: Session) =>
    provider.internal('POST', 'sessions/end/', { user_id: userId, session_ids: [sessionId] }, { at: beside })
  const signIns = await Promise.all(Array.from({ length: 6 }, () => signIn({})))
  // Each process sees the other's entries while their delivery is under way.
  apps.answers.set('/books', (response) => setTimeout(() => response.end(), 20))
  await Promise.all(signIns.map((each, index) => (index % 2 === 0 ? endSession(each) : endBeside(each))))
  await expect.poll(() => pending(books)).toEqual([])
  apps.answers.delete('/books')
  await beside.close()
  expect(signIns.map(({ idToken }) => toldAt('/books', idToken).length)).toEqual(signIns.map(() => 1))
})
