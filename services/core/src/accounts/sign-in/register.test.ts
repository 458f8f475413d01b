import { randomUUID } from 'node:crypto'
import { type Message, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startCore } from '../../../test/core-under-test.ts'
import { changed, PASSWORD as password, type prepareSignUp, refusalOf, statusesOf } from '../../../test/person.ts'

const START = '/api/account/register/start/'

describe('signing up', () => {
  const core = startBeforeAll(() => startCore())

  test('gives an account, a session, and the record that opens the vault', async () => {
    const { finish, userId } = await core.prepareSignUp({ login: 'ada', password })
    const response = await core.finishSignUp(finish)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(response.json()).toMatchObject({
      user_id: userId,
      vault_id: finish.vault.vault_id,
      unlock: finish.vault.unlock.find(({ type }) => type === 'opaque'),
      session: { scope: 'full' },
      session_token: expect.stringMatching(/^cs_st_[A-Za-z0-9_-]{64}$/),
    })
  })

  test('a taken name is refused at the end, in whatever way it is spelled, and changes nothing', async () => {
    await core.signUpWithPassword({ login: 'grace', password })
    const spell = (start: Message) => changed(start, { login: '  ＧＲＡＣＥ ' })
    const { finish } = await core.prepareSignUp({ login: 'spelled', password: 'marble kettle of another house' }, spell)
    const response = await core.finishSignUp(finish)
    expect(refusalOf(response)).toEqual([409, 'login_taken'])
    expect((await core.signInWithPassword({ login: 'grace', password })).response.statusCode).toBe(200)
    const [count] = await core.database.sql<{ count: number }>`
      select count(*)::int as count from core.vaults where vault_id = ${finish.vault.vault_id}`
    expect(count).toEqual({ count: 0 })
  })

  test('of two people who finish with one name at once, one gets it', async () => {
    const prepared = await Promise.all([1, 2].map(() => core.prepareSignUp({ login: 'racer', password })))
    const responses = await Promise.all(prepared.map(({ finish }) => core.finishSignUp(finish)))
    expect(statusesOf(responses)).toEqual([201, 409])
  })

  test('a registration is used once, even when it is finished twice at the same time', async () => {
    const { finish } = await core.prepareSignUp({ login: 'twice', password })
    const responses = await Promise.all([core.finishSignUp(finish), core.finishSignUp(finish)])
    expect(statusesOf(responses)).toEqual([201, 410])
  })

  test('an expired registration is refused', async () => {
    const { finish } = await core.prepareSignUp({ login: 'slow', password })
    await core.database.sql`
      update core.registrations set expires_at = now() where registration_id = ${finish.registration_id}`
    expect(refusalOf(await core.finishSignUp(finish))).toEqual([410, 'registration_expired'])
  })

  test('a recovery key that another account has is refused', async () => {
    const first = await core.prepareSignUp({ login: 'owner', password })
    await core.finishSignUp(first.finish)
    const { finish } = await core.prepareSignUp({ login: 'copycat', password })
    const copied = { ...finish, vault: { ...finish.vault, recovery: first.finish.vault.recovery } }
    expect(refusalOf(await core.finishSignUp(copied))).toEqual([422, 'invalid_vault'])
  })

  test.each(['', ' ', 'a b', 'x'.repeat(65), 'line\nbreak', '\u{ad}\u{ad}\u{ad}'])(
    'the name %j is refused',
    async (login) => {
      const response = await core.post(START, { login, registration_request: 'A'.repeat(43) })
      expect(refusalOf(response)).toEqual([400, 'invalid_request'])
    },
  )

  test('a malformed OPAQUE message is refused', async () => {
    const start = await core.post(START, { login: 'mallory', registration_request: '_'.repeat(43) })
    expect(start.statusCode).toBe(400)
    expect(start.json().error).toContain('registration_request')
    const { finish } = await core.prepareSignUp({ login: 'mallory', password })
    const response = await core.finishSignUp({ ...finish, registration_record: 'A'.repeat(256) })
    expect(response.statusCode).toBe(400)
    expect(response.json().error).toContain('registration_record')
  })

  test.each([
    ['a later generation', (vault: NewVault) => ({ ...vault, head: { ...vault.head, gen: 2 } })],
    ['two passwords', (vault: NewVault) => ({ ...vault, unlock: [vault.unlock[0]!, vault.unlock[0]!] })],
    ['records of another vault', (vault: NewVault) => ({ ...vault, vault_id: 'A'.repeat(22) })],
    ['a head of another size', (vault: NewVault) => ({ ...vault, head: { ...vault.head, ct: 'AAAA' } })],
    [
      'records of different keys',
      (vault: NewVault) => ({ ...vault, unlock: vault.unlock.map((record) => ({ ...record, ak_gen: 2 })) }),
    ],
    [
      'one id for two records',
      (vault: NewVault) => ({
        ...vault,
        unlock: vault.unlock.map((record) => ({ ...record, id: vault.unlock[0]!.id })),
      }),
    ],
  ])('a new vault with %s is refused', async (_case, change) => {
    const { finish } = await core.prepareSignUp({ login: randomUUID(), password })
    const response = await core.finishSignUp({ ...finish, vault: change(finish.vault) })
    expect(refusalOf(response)).toEqual([422, 'invalid_vault'])
  })
})

type NewVault = Awaited<ReturnType<typeof prepareSignUp>>['finish']['vault']
