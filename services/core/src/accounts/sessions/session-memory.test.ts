import { sha256 } from '@countersign/service/secrets'
import { createSessionKey, startBeforeAll } from '@countersign/testing'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceRecoveryKey, rotate } from '../../../test/account.ts'
import { startCore } from '../../../test/core-under-test.ts'
import { bearer, type PasswordPerson } from '../../../test/person.ts'
import type { ActiveSession } from './session.store.ts'
import { createSessionMemory } from './session-memory.ts'

const NOW = Date.parse('2026-01-01T12:00:00Z')
const HERE = 'https://sign.example'

function sessionOf(userId: string, jkt?: string): ActiveSession {
  const [createdAt, later] = [new Date(NOW), new Date(NOW + 900_000)]
  const times = { createdAt, authTime: createdAt, idleExpiresAt: later, absoluteExpiresAt: later }
  return { sessionId: 'a session', userId, scope: 'full', method: 'password', intent: undefined, jkt, ...times }
}

describe('a session that was read', () => {
  const start = () => {
    const time = { ms: NOW }
    const memory = createSessionMemory(() => new Date(time.ms))
    const find = (token: string) => memory.find(sha256(token))
    const beginReading = () => {
      const remember = memory.beginReading()
      return (token: string, session: ActiveSession) => remember(sha256(token), session)
    }
    const read = (token: string, session = sessionOf('ada')) => beginReading()(token, session)
    const changing = (of: string) => memory.whileChanging([of], async () => undefined)
    return { ...memory, time, find, beginReading, read, changing }
  }

  test('is remembered for less than a second, from when its reading began', () => {
    const { time, find, read, beginReading } = start()
    expect(find('a token')).toBeUndefined()
    read('a token')
    const remember = beginReading()
    time.ms += 999
    expect([find('a token')?.userId, find('another')]).toEqual(['ada', undefined])
    remember('a token', sessionOf('ada'))
    time.ms += 1
    expect(find('a token')).toBeUndefined()
  })

  test('is not remembered where the clock was set back', () => {
    const { time, find, read } = start()
    read('a token')
    time.ms -= 1
    expect(find('a token')).toBeUndefined()
  })

  test.each([
    ['its person', 'ada'],
    ['its device', 'the key of a device'],
  ])('is forgotten when %s changes, and no other session is', async (_whose, of) => {
    const { find, read, changing } = start()
    read('a token', sessionOf('ada', 'the key of a device'))
    await changing('eve')
    expect(find('a token')).toBeDefined()
    await changing(of)
    expect(find('a token')).toBeUndefined()
    read('a token', sessionOf('ada', 'the key of a device'))
    expect(find('a token')).toBeDefined()
  })

  test('is forgotten where the change failed: it may have happened all the same', async () => {
    const { find, read, whileChanging } = start()
    read('a token')
    const failing = whileChanging(['ada'], () => Promise.reject(new Error('The answer was lost.')))
    await expect(failing).rejects.toThrow('lost')
    expect(find('a token')).toBeUndefined()
  })

  test('is not remembered where a change came while it was read, or it was read during a change', async () => {
    const { find, changing, beginReading, whileChanging } = start()
    const early = beginReading()
    await changing('ada')
    early('a token', sessionOf('ada'))
    expect(find('a token')).toBeUndefined()
    await whileChanging(['ada'], async () => beginReading()('a token', sessionOf('ada')))
    expect(find('a token')).toBeUndefined()
  })

  test('is forgotten with the oldest, so that memory stays bounded', async () => {
    const { find, read, changing } = start()
    for (let each = 0; each <= 10_000; each += 1) read(`token ${each}`)
    expect([find('token 0'), find('token 1')]).toEqual([undefined, sessionOf('ada')])
    const { find: findLater, read: readLater, changing: changeLater } = start()
    readLater('a token')
    for (let each = 0; each <= 10_000; each += 1) await changeLater(`person ${each}`)
    expect(findLater('a token')).toBeUndefined()
    await changing('eve')
    expect(find('token 1')).toBeDefined()
  })
})

describe('a session that ends', () => {
  const time = { later: 0 }
  const began = Date.now()
  const now = () => new Date(began + time.later)
  const here = startBeforeAll(() => startCore('postgresql', { now }))
  const elsewhere = startBeforeAll(() => startCore('postgresql', { database: here.database, config: here.config, now }))
  let ada: PasswordPerson

  beforeEach(async () => {
    ada = await here.newPerson()
  })

  type Ended = { readonly token: string; readonly id: string; readonly key?: ReturnType<typeof createSessionKey> }

  const signIn = async (): Promise<Ended> => {
    const { session_token, session } = (await here.signInWithPassword(ada)).response.json()
    return { token: String(session_token), id: String(session.session_id) }
  }
  const signInBound = async (key = createSessionKey()): Promise<Ended> => {
    const { finish } = await here.startSignIn(ada)
    const dpop = key.prove({ method: 'POST', url: `${HERE}/api/session/password/finish/` })
    const { session_token, session } = (await here.finishSignIn(finish, { dpop })).json()
    return { token: String(session_token), id: String(session.session_id), key }
  }
  const send = (app: FastifyInstance, { token, key }: Ended, method: 'GET' | 'POST' | 'DELETE', url: string) => {
    const dpop = key?.prove({ method, url: HERE + url, token })
    return app.inject({ method, url, headers: { ...bearer(token), ...(dpop && { dpop }) } })
  }
  const requestUrl = async () => `/api/internal/oauth/requests/${await (await here.provider.real()).startRequest()}/`
  const isShown = async (app: FastifyInstance, ended: Ended) =>
    (await send(app, ended, 'GET', await requestUrl())).statusCode

  const ENDS: [string, (ended: Ended) => Promise<unknown>][] = [
    ['itself', (ended) => send(here.app, ended, 'DELETE', '/api/session/')],
    ['by another one', ({ id }) => send(here.app, { token: ada.token, id }, 'DELETE', `/api/sessions/${id}/`)],
    ['with all others', ({ id }) => send(here.app, { token: ada.token, id }, 'DELETE', '/api/sessions/')],
    ['by a change of methods', () => replaceRecoveryKey(ada)],
    ['by a new account key', () => rotate(ada)],
    [
      'by a recovery',
      async () => (await here.recover(ada)).device.recoverByPassword({ password: 'a new one of six words' }),
    ],
    ['with the account', () => ada.device.deleteAccount({})],
  ]

  test.each(ENDS)(
    '%s has ended here at once, elsewhere within a second, and decides nothing at all',
    async (_how, end) => {
      const ended = await signIn()
      expect([await isShown(here.app, ended), await isShown(elsewhere.app, ended)]).toEqual([200, 200])
      await end(ended)
      expect(await isShown(here.app, ended)).toBe(401)
      expect(await isShown(elsewhere.app, ended)).toBe(200)
      for (const act of ['complete/', 'deny/', 'give-back/']) {
        expect((await send(elsewhere.app, ended, 'POST', (await requestUrl()) + act)).statusCode).toBe(401)
      }
      time.later += 1_000
      expect(await isShown(elsewhere.app, ended)).toBe(401)
    },
  )

  test('by a sign-in of any user on the same device has ended here at once', async () => {
    const ended = await signInBound()
    expect(await isShown(here.app, ended)).toBe(200)
    ada = await here.newPerson()
    await signInBound(ended.key)
    expect(await isShown(here.app, ended)).toBe(401)
  })

  test('that is bound to a key needs a proof of it at each call, remembered or not', async () => {
    const bound = await signInBound()
    expect(await isShown(here.app, bound)).toBe(200)
    expect(await isShown(here.app, { token: bound.token, id: bound.id })).toBe(401)
    expect(await isShown(here.app, { ...bound, key: createSessionKey() })).toBe(401)
  })
})
