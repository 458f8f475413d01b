import { createHttpServer } from '@countersign/service/http'
import { createLogger } from '@countersign/service/telemetry'
import { byPassword, startBeforeAll } from '@countersign/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCore } from '../../../test/core-under-test.ts'
import { passFiveMinutes } from '../../../test/pass-five-minutes.ts'
import {
  bearer,
  type PasswordPerson,
  prepareRecovery,
  signInWithPassword,
  signUpWithPassword,
} from '../../../test/person.ts'
import { createSessionGuard } from '../../ground/http/session-guard.ts'
import { spendIntent } from './intent.ts'
import { createSessionKeys } from './session-key.ts'
import { createSessionMemory } from './session-memory.ts'
import { createSessionChecks } from './sessions.ts'

describe('what needs a gesture of its own', () => {
  const core = startBeforeAll(() => startCore())
  let app: FastifyInstance
  let ada: PasswordPerson

  beforeAll(async () => {
    ada = await signUpWithPassword(core.app, { login: 'ada', password: 'violet kettle sleeps in orbit' })
    const guard = createSessionGuard(
      createSessionChecks({
        sql: core.database.sql,
        sessionMemory: createSessionMemory(() => new Date()),
        sessionKeys: createSessionKeys(core.config, {
          now: () => new Date(),
          logger: createLogger({ level: 'fatal' }),
        }),
      }),
    )
    app = createHttpServer({ logger: createLogger({ level: 'fatal' }) })
    app.get(
      '/danger/',
      { onRequest: guard.allowIntended(['add_passkey', 'remove_method'], 'full', 'recovery') },
      (request) => guard.sessionOf(request).scope,
    )
    app.get<{ Params: { when: string } }>(
      '/spend/:when',
      { onRequest: guard.allowIntended(['add_passkey'], 'full') },
      async (request) => {
        const session = guard.sessionOf(request)
        if (request.params.when === 'late') await passFiveMinutes(core.database.sql, session.userId)
        await core.database.sql.transaction((sql) => spendIntent(sql, session, ['add_passkey']))
        return 'spent'
      },
    )
  })
  afterAll(async () => {
    await app.close()
  })

  const tryIt = (token: string) => app.inject({ url: '/danger/', headers: bearer(token) })

  test('is refused after a sign-up, and after a sign-in within the session', async () => {
    const refused = await tryIt(ada.token)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'reauth_required'])
    expect(refused.json().error).toContain('Confirm that it is you')
    const { response } = await signInWithPassword(core.app, ada, bearer(ada.token))
    expect((await tryIt(response.json().session_token)).json().code).toBe('reauth_required')
  })

  test('goes on after a gesture for it, for five minutes, and not after one for something else', async () => {
    const grace = await signUpWithPassword(core.app, { login: 'grace', password: ada.password })
    const confirmGrace = byPassword({ login: 'grace', password: ada.password })
    await confirmGrace(grace.device, { act: 'delete_account' })
    expect((await tryIt(grace.token)).statusCode).toBe(403)
    await confirmGrace(grace.device, { act: 'remove_method', unlock_id: crypto.randomUUID() })
    expect((await tryIt(grace.token)).statusCode).toBe(200)
    await passFiveMinutes(core.database.sql, grace.userId)
    expect((await tryIt(grace.token)).statusCode).toBe(403)
  })

  test('spends a gesture in time, and not one that grows too old between the guard and the change', async () => {
    const mary = await signUpWithPassword(core.app, { login: 'mary', password: ada.password })
    const confirm = byPassword({ login: 'mary', password: ada.password })
    const spend = (when: string) => app.inject({ url: `/spend/${when}`, headers: bearer(mary.token) })
    await confirm(mary.device, { act: 'add_passkey' })
    expect((await spend('in-time')).body).toBe('spent')
    await confirm(mary.device, { act: 'add_passkey' })
    expect((await spend('late')).json().code).toBe('reauth_required')
  })

  test('is no use of a gesture without a session: none begins with leave to change anything', async () => {
    const outside = await signUpWithPassword(core.app, { login: 'lin', password: ada.password })
    const { wire, device } = outside
    const confirm = byPassword({ login: 'lin', password: ada.password })
    wire.between = ({ headers, ...message }) => {
      const others = Object.entries(headers).filter(([name]) => name !== 'authorization')
      return { ...message, headers: Object.fromEntries(others) }
    }
    await expect(confirm(device, { act: 'add_passkey' })).rejects.toThrow('invalid_session')
  })

  test('a session from a recovery key is a gesture for its one errand, for as long as it lives', async () => {
    const response = await core.app.inject(await prepareRecovery(core.app, ada))
    expect((await tryIt(String(response.json().session_token))).body).toBe('recovery')
  })
})
