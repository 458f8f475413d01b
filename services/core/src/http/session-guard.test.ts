import { createHttpServer, createLogger } from '@countersign/service'
import { ENGINES, startBeforeAll } from '@countersign/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCore } from '../../test/core-under-test.ts'
import {
  bearer,
  type PasswordPerson,
  prepareRecovery,
  signInWithPassword,
  signUpWithPassword,
} from '../../test/person.ts'
import { createSessionGuard } from './session-guard.ts'

describe.each(ENGINES)('what needs a fresh proof, on the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  let app: FastifyInstance
  let ada: PasswordPerson

  beforeAll(async () => {
    ada = await signUpWithPassword(core.app, { login: 'ada', password: 'violet kettle sleeps in orbit' })
    const guard = createSessionGuard(core.database.sql)
    app = createHttpServer({ logger: createLogger({ level: 'fatal' }) })
    app.get(
      '/danger/',
      { onRequest: guard.allowFresh('full', 'recovery') },
      (request) => guard.sessionOf(request).scope,
    )
  })
  afterAll(async () => {
    await app.close()
  })

  const tryIt = (token: string) => app.inject({ url: '/danger/', headers: bearer(token) })

  const age = (token: string, minutes: number) => core.database.sql`
    update core.sessions set auth_time = now() - make_interval(mins => ${minutes})
     where token_sha256 = sha256(${token}::bytea)`

  test('is refused five minutes after the sign-in, and goes on once that was confirmed', async () => {
    expect((await tryIt(ada.token)).statusCode).toBe(200)
    await age(ada.token, 5)
    const refused = await tryIt(ada.token)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'reauth_required'])
    expect(refused.json().error).toContain('sign in once more')
    const { response } = await signInWithPassword(core.app, ada, bearer(ada.token))
    expect((await tryIt(response.json().session_token)).statusCode).toBe(200)
  })

  test('a session from a recovery key counts as fresh for as long as it lives', async () => {
    const response = await core.app.inject(await prepareRecovery(core.app, ada))
    const token = String(response.json().session_token)
    await age(token, 14)
    expect((await tryIt(token)).body).toBe('recovery')
  })
})
