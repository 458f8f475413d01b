import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { startProvider } from './started-provider.ts'

const ADA = 'ada'
const EVE = 'eve'

describe('a given back request', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  const read = (id: string, user: string) => provider.readAs(user, id)
  const giveBack = (id: string, user: string) =>
    provider.internal('POST', 'auth-request-give-back/', { auth_request_id: id, user_id: user })
  const deny = (id: string, user: string) => provider.deny(id, user)
  const approve = (id: string, user_id: string) => provider.complete(id, { user_id })

  async function openedBy(user: string): Promise<string> {
    const id = await provider.startRequest()
    expect((await read(id, user)).statusCode).toBe(200)
    return id
  }

  test('belongs to the next reader, to approve, and no longer to the first', async () => {
    const id = await openedBy(ADA)
    const given = await giveBack(id, ADA)
    expect([given.statusCode, given.json()]).toEqual([200, { given_back: true }])
    expect((await read(id, EVE)).json()).toMatchObject({ status: 'pending', requested_scopes: ['openid', 'email'] })
    const hers = [await read(id, ADA), await giveBack(id, ADA), await deny(id, ADA), await approve(id, ADA)]
    expect(hers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect((await approve(id, EVE)).statusCode).toBe(200)
  })

  test('belongs to its first reader again if no one else has read it', async () => {
    const id = await openedBy(ADA)
    await giveBack(id, ADA)
    expect((await read(id, ADA)).statusCode).toBe(200)
    expect((await approve(id, ADA)).statusCode).toBe(200)
  })

  test('is answered by nothing that was on its way', async () => {
    const id = await openedBy(ADA)
    await giveBack(id, ADA)
    expect([(await approve(id, ADA)).statusCode, (await deny(id, ADA)).statusCode]).toEqual([404, 404])
    expect((await read(id, EVE)).json()).toMatchObject({ status: 'pending' })
  })

  test('is given back by no one else, and stays with its reader', async () => {
    const id = await openedBy(ADA)
    expect((await giveBack(id, EVE)).statusCode).toBe(404)
    expect((await read(id, EVE)).statusCode).toBe(404)
    expect((await approve(id, ADA)).statusCode).toBe(200)
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['was approved', (id) => approve(id, ADA)],
    ['was denied', (id) => deny(id, ADA)],
    [
      'has expired',
      (id) => provider.database.sql`
        update provider.authorization_requests set expires_at = now() where auth_request_id = ${id}`,
    ],
  ])('is given back no more once it %s', async (_what, end) => {
    const id = await openedBy(ADA)
    await end(id)
    expect((await giveBack(id, ADA)).statusCode).toBe(404)
    expect((await read(id, EVE)).statusCode).toBe(404)
  })

  test('is given back twice without harm, and so is an unread one', async () => {
    const [id, unread] = [await openedBy(ADA), await provider.startRequest()]
    const given = [await giveBack(id, ADA), await giveBack(id, ADA), await giveBack(unread, ADA)]
    expect(given.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    for (const request of [id, unread]) {
      await read(request, EVE)
      expect((await approve(request, EVE)).statusCode).toBe(200)
    }
  })
})
