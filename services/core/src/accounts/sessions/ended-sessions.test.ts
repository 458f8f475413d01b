import type { SignedIn } from '@countersign/contracts'
import { createSessionKey, ENGINES, startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCore } from '../../../test/core-under-test.ts'
import {
  bearer,
  finishSignIn,
  type PasswordPerson,
  signInWithPassword,
  signUpWithPassword,
  startSignIn,
} from '../../../test/person.ts'
import { askCalled, say } from '../../../test/provider-under-test.ts'
import { createProviderClient } from '../../index.ts'
import { createLogoutReporter } from './report-logouts.ts'

const password = 'violet kettle sleeps in orbit'
const FINISH = 'https://sign.example/api/session/password/finish/'

describe.each(ENGINES)('the end of a session, on the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  let ada: PasswordPerson
  let grace: PasswordPerson

  beforeAll(async () => {
    ada = await signUpWithPassword(core.app, { login: 'ada', password })
    grace = await signUpWithPassword(core.app, { login: 'grace', password })
  })
  beforeEach(async () => {
    core.provider.lie = undefined
    core.provider.received.length = 0
  })

  const signIn = async (person = ada) => (await signInWithPassword(core.app, person)).response.json<SignedIn>()
  const end = (url: string, token = ada.token) => core.app.inject({ method: 'DELETE', url, headers: bearer(token) })
  const told = () =>
    core.provider.received.filter(({ path }) => path.endsWith('/sessions/end/')).map(({ body }) => body)
  const untold = () => core.database.sql`select session_id from core.sessions where apps_untold`
  /** Both sign in on one device, one after the other. */
  async function signInOnDevice(key: ReturnType<typeof createSessionKey>, person: PasswordPerson) {
    const { finish } = await startSignIn(core.app, person)
    const dpop = key.prove({ method: 'POST', url: FINISH })
    return (await finishSignIn(core.app, finish, { dpop })).json<SignedIn>()
  }

  test('is told to the provider: of one that signs out, of one of the list, and of all others', async () => {
    const [one, two, three] = [await signIn(), await signIn(), await signIn()]
    const of = ({ session }: SignedIn) => ({ user_id: ada.userId, session_ids: [session.session_id] })
    await end('/api/session/', one.session_token)
    await expect.poll(untold).toEqual([])
    await end(`/api/sessions/${two.session.session_id}/`)
    await expect.poll(untold).toEqual([])
    await end('/api/sessions/')
    await expect.poll(untold).toEqual([])
    expect(told()).toEqual([of(one), of(two), of(three)])
  })

  test('is not told where the same person signs in again on their device, and is where somebody else does', async () => {
    const key = createSessionKey()
    const first = await signInOnDevice(key, ada)
    const second = await signInOnDevice(key, ada)
    expect(await untold()).toEqual([])
    await signInOnDevice(key, grace)
    expect(await untold()).toEqual([{ session_id: second.session.session_id }])
    expect(first.session.session_id).not.toBe(second.session.session_id)
    await core.database.sql`update core.sessions set apps_untold = false`
  })

  test('holds nobody up where the provider is silent, and is told later', async () => {
    const { log: logger } = core.app
    const provider = createProviderClient({ ask: askCalled(core.provider), logger, now: () => new Date() })
    const news = createLogoutReporter({ sql: core.database.sql, provider, logger })
    const signedIn = await signIn()
    core.provider.lie = () => new Promise(() => undefined)
    expect((await end('/api/session/', signedIn.session_token)).statusCode).toBe(204)
    expect(await untold()).toHaveLength(1)
    core.provider.lie = say(503, {})
    await core.database.sql`update core.sessions set revoked_at = now() - interval '1 minute' where apps_untold`
    await news.reportPending()
    expect(await untold()).toHaveLength(1)
    core.provider.lie = undefined
    core.provider.received.length = 0
    await news.reportPending()
    expect([told(), await untold()]).toEqual([
      [{ user_id: ada.userId, session_ids: [signedIn.session.session_id] }],
      [],
    ])
  })
})
