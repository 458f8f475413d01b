import { ENGINES, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startCore } from '../../../test/core-under-test.ts'
import { post, preparePasskeySignIn, signInWithPasskey, signUpWithPasskey, statusesOf } from '../../../test/person.ts'

describe.each(ENGINES)('the counter of a passkey, on the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))

  const counts = (synced: boolean, ...signCounts: number[]) =>
    signUpWithPasskey(core.app, synced).then(async ({ authenticator }) => {
      const statuses: number[] = []
      for (const signCount of signCounts) {
        statuses.push((await signInWithPasskey(core.app, authenticator, { signCount })).statusCode)
      }
      return statuses
    })

  test('of a passkey that stays on its device must go on: another of its kind would be a copy', async () => {
    expect(await counts(false, 1, 5, 5, 4, 0, 6)).toEqual([200, 200, 401, 401, 401, 200])
  })

  test('of a passkey that never counts stays at zero', async () => {
    expect(await counts(false, 0, 0)).toEqual([200, 200])
  })

  test('of a passkey that is shared between devices is not looked at', async () => {
    expect(await counts(true, 5, 3, 0)).toEqual([200, 200, 200])
  })

  test('lets one of two answers with the same count through', async () => {
    const { authenticator } = await signUpWithPasskey(core.app)
    const prepared = [
      await preparePasskeySignIn(core.app, authenticator, { signCount: 7 }),
      await preparePasskeySignIn(core.app, authenticator, { signCount: 7 }),
    ]
    const responses = await Promise.all(prepared.map((each) => post(core.app, '/api/session/passkey/finish/', each)))
    expect(statusesOf(responses)).toEqual([200, 401])
  })
})
