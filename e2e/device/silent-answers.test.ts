import type { GrantTerms } from '@countersign/contracts'
import { newAppKey } from '@countersign/data-token/testing'
import { createMemorySessions, createMemoryStorage, type Device } from '@countersign/device'
import { newDevice, type Person, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { type AppFlow, registerApp } from '../support/asking-app.ts'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { lend } from '../support/shared.ts'
import { startFlow } from '../support/start-flow.ts'
import type { System } from '../support/system.ts'

const OPENID = { openid: {} }
const core = useLyingCore()
const books = lend(() => registerApp(core.system, { name: 'Books', scopes: OPENID }))

/** A user and further pages of their browser. */
async function newPerson() {
  const kept = { storage: createMemoryStorage(), sessions: createMemorySessions() }
  return { person: await signUp(core, kept), openPage: () => newDevice(core, kept) }
}

const askSilently = async (app = books, changes: Record<string, string> = {}, claimsDecryptionKey?: string) => {
  const flow = await app.begin(claimsDecryptionKey === undefined ? {} : { claimsDecryptionKey })
  const url = new URL(flow.url)
  for (const [name, value] of Object.entries({ prompt: 'none', ...changes })) url.searchParams.set(name, value)
  return { ...flow, id: await startFlow(core.system, url.href) }
}

/** The person approves, on these terms if any, and the app redeems the code. */
async function approve({ device }: Person, app = books, claimsDecryptionKey?: string, grant?: GrantTerms) {
  const flow = await app.begin(claimsDecryptionKey === undefined ? {} : { claimsDecryptionKey })
  const id = await startFlow(core.system, flow.url)
  await device.readRequest({ id })
  return redeem(flow, await device.approve({ id, scopes: ['openid'], claims: [], ...(grant && { grant }) }))
}

const nothing = async () => undefined
const allow = (person: Person, grant: GrantTerms) => approve(person, books, undefined, grant)

type Code = Pick<Awaited<ReturnType<Device['approve']>>, 'code' | 'state' | 'redirectUri'>

async function redeem({ finish }: Pick<AppFlow, 'finish'>, answer: Code) {
  const { code, state, redirectUri } = answer
  const query = new URLSearchParams({ code, state, iss: core.system.providerUrl })
  return finish({ url: () => `${redirectUri}?${query}` })
}

async function answerOf(page: Device, id: string) {
  const answer = await page.answerSilently({ id })
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

function authTimeOf({ dataToken }: { readonly dataToken: string }): unknown {
  const payload = Buffer.from(dataToken.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(payload) as { auth_time: number }).auth_time
}

describe('silent answers', () => {
  test('prompt=none: answered with the vault locked, by the same sign-in, and listed for the user', async () => {
    const { person, openPage } = await newPerson()
    const first = await approve(person)
    const flow = await askSilently()
    const before = core.seen.length
    const second = await redeem(flow, await answerOf(openPage(), flow.id))
    const calls = callsSince(core, before).map((call) => call.replace(flow.id, '…'))
    expect(calls).toEqual([
      'GET /api/internal/oauth/requests/…/',
      'POST /api/internal/attest-data/',
      'POST /api/internal/oauth/requests/…/silent/',
    ])
    expect(second.subject).toBe(first.subject)
    expect(authTimeOf(second)).toBe(authTimeOf(first))
    const { events } = await person.device.listEvents({})
    expect(events[0]).toMatchObject({ type: 'silent_sign_in', client_id: books.client.clientId })
  })

  test('prompt=none: the user is told once an hour, however often an app asks', async () => {
    const { person, openPage } = await newPerson()
    await approve(person)
    for (let round = 0; round < 3; round += 1) await answerOf(openPage(), (await askSilently()).id)
    const { events } = await person.device.listEvents({})
    expect(events.filter(({ type }) => type === 'silent_sign_in')).toHaveLength(1)
  })

  test('prompt=none: answered though core could not record it, because the code is made', async () => {
    const { person, openPage } = await newPerson()
    const { subject } = await approve(person)
    const flow = await askSilently()
    const { providerSql: sql } = core.system
    await sql`alter table core.account_events rename to account_events_away`
    try {
      expect(await redeem(flow, await answerOf(openPage(), flow.id))).toMatchObject({ subject })
    } finally {
      await sql`alter table core.account_events_away rename to account_events`
    }
  })

  test('prompt=none: answered under the seal of an app with a key', async () => {
    const { person, openPage } = await newPerson()
    const { publicJwk, privateJwk } = await newAppKey('X25519')
    const app = await registerApp(core.system, { name: 'Sealed', scopes: OPENID, claimsEncryptionKey: publicJwk })
    const { subject } = await approve(person, app, JSON.stringify(privateJwk))
    const flow = await askSilently(app, {}, JSON.stringify(privateJwk))
    expect(await redeem(flow, await answerOf(openPage(), flow.id))).toMatchObject({ subject, claims: {} })
  })

  const inDatabase = (query: (sql: System['providerSql'], userId: string) => Promise<unknown>) => (person: Person) =>
    query(core.system.providerSql, person.profile.userId)

  test.each<
    [string, string, (person: Person, id: string) => Promise<unknown>, ((person: Person) => Promise<unknown>)?]
  >([
    ['the user has signed out', 'login_required', ({ device }) => device.signOut({})],
    [
      'the sign-in is older than the app accepts',
      'login_required',
      inDatabase(
        (sql, id) => sql`update core.sessions set auth_time = now() - interval '1 hour' where user_id = ${id}`,
      ),
    ],
    [
      'another user has opened the request',
      'login_required',
      async (_person, id) => (await newPerson()).person.device.readRequest({ id }),
    ],
    ['the app was never approved', 'consent_required', nothing, nothing],
    ['the user allowed it only once', 'consent_required', nothing, (person) => allow(person, { once: true })],
    [
      'its access has ended',
      'consent_required',
      ({ device }) => device.revokeApp({ clientId: books.client.clientId, name: 'Books' }),
    ],
    [
      'all access has ended and the provider has not heard of it',
      'consent_required',
      inDatabase(
        (sql, id) => sql`
          insert into core.pending_revocations (user_id, note_id, erases) values (${id}, gen_random_uuid(), false)`,
      ),
    ],
  ])('prompt=none: no code where %s: %s', async (_case, error, change, first = approve) => {
    const { person, openPage } = await newPerson()
    await first(person)
    const { id } = await askSilently(books, { max_age: '600' })
    await change(person, id)
    expect(await openPage().answerSilently({ id })).toEqual({ error })
  })

  test('prompt=none: the grant ends on the day until which the user allowed the app', async () => {
    const { person, openPage } = await newPerson()
    const ends_at = new Date(Date.now() + 86_400_000).toISOString()
    await allow(person, { ends_at })
    const flow = await askSilently()
    await redeem(flow, await answerOf(openPage(), flow.id))
    const grants = await person.device.listGrants({})
    expect(grants.map((grant) => [grant.ends_at, grant.expires_at])).toEqual([
      [ends_at, ends_at],
      [ends_at, ends_at],
    ])
  })

  test('prompt=none: no other request is answered silently', async () => {
    const { person, openPage } = await newPerson()
    await approve(person)
    const id = await startFlow(core.system, (await books.begin()).url)
    await expect(openPage().answerSilently({ id })).rejects.toThrow('invalid_request')
  })
})
