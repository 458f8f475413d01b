import type { SignedIn } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { LIMITS, newItemId, type SealedItem } from '@countersign/vault'
import { beforeEach, describe, expect, test } from 'vitest'
import { prepareEdits } from '../../../test/account.ts'
import { fixture, startCore } from '../../../test/core-under-test.ts'
import { bearer, refusalOf, type WiredPerson } from '../../../test/person.ts'

describe('items that are sent ahead', () => {
  const core = startBeforeAll(() => startCore())
  const ada = fixture(beforeEach, () => core.signUpWithVault())

  const note = (value: string) => ({ id: newItemId(), kind: 'note', name: 'a note', value, meta: {} })

  const stage = (person: Pick<WiredPerson, 'token'>, staging_id: string, items: readonly object[], path = 'staging/') =>
    core.post(`/api/vault/${path}`, { staging_id, items }, bearer(person.token))

  /** A commit of these notes, and its items apart. */
  async function prepareStaged(...values: readonly string[]) {
    const { commit, etag } = await prepareEdits(ada.vault, { put: values.map(note) })
    const { put, ...rest } = commit
    const send = (staged: object) => core.sendCommit(ada, { ...rest, put: [], staged }, etag)
    return { items: put, id: newItemId(), send }
  }

  const valuesNow = async () => (await core.openOwnVault(ada)).items.map(({ value }) => value).toSorted()

  test('are no part of the vault before the commit that names them, and then all of them', async () => {
    const { items, id, send } = await prepareStaged('one', 'two', 'three')
    expect((await stage(ada, id, items.slice(0, 2))).json()).toEqual({ items: 2 })
    expect((await stage(ada, id, items.slice(2))).json()).toEqual({ items: 3 })
    expect(await valuesNow()).toEqual([])
    expect((await send({ staging_id: id, count: 3 })).statusCode).toBe(200)
    expect(await valuesNow()).toEqual(['one', 'three', 'two'])
    const left = await core.database.sql`
      select 1 from core.stagings s where user_id = ${ada.userId}
      union all select 1 from core.staged_items i where user_id = ${ada.userId}`
    expect(left).toEqual([])
  })

  test('under another account key do not count in a commit', async () => {
    const { items, id, send } = await prepareStaged('one', 'two')
    await stage(ada, id, [items[0]!, { ...items[1]!, id: newItemId(), ak_gen: 2 }])
    await stage(ada, id, items.slice(1))
    expect((await send({ staging_id: id, count: 2 })).statusCode).toBe(200)
    expect(await valuesNow()).toEqual(['one', 'two'])
  })

  test('count once when a lost answer makes the device send them twice', async () => {
    const { items, id, send } = await prepareStaged('one', 'two')
    await stage(ada, id, items)
    expect((await stage(ada, id, items.slice(1))).json()).toEqual({ items: 2 })
    expect((await send({ staging_id: id, count: 2 })).statusCode).toBe(200)
  })

  test.each<[string, (id: string, items: readonly SealedItem[]) => Promise<object>]>([
    ['not all of which came', async (id) => ({ staging_id: id, count: 3 })],
    ['more of which came than it names', async (id) => ({ staging_id: id, count: 1 })],
    ['that it calls by another name', async () => ({ staging_id: newItemId(), count: 2 })],
    [
      'that another staging took the place of',
      async (id, items) => {
        await stage(ada, newItemId(), items.slice(1))
        await stage(ada, id, items.slice(1))
        return { staging_id: id, count: 2 }
      },
    ],
    [
      'that are over',
      async (id) => {
        await core.database.sql`update core.stagings set expires_at = now() where user_id = ${ada.userId}`
        return { staging_id: id, count: 2 }
      },
    ],
    [
      'of another account key',
      async (id, items) => {
        const other = items.map((item) => ({ ...item, ak_gen: 2 }))
        await stage(ada, id, other)
        return { staging_id: id, count: 2 }
      },
    ],
    [
      'that were gathered for a rotation',
      async (id, items) => {
        await core.database.sql`delete from core.stagings where user_id = ${ada.userId}`
        await ada.confirm({ act: 'rotate_account_key' })
        await stage(ada, id, items, 'rotate/staging/')
        return { staging_id: id, count: 2 }
      },
    ],
  ])('%s make the commit fail, and nothing is changed', async (_case, spoil) => {
    const { items, id, send } = await prepareStaged('one', 'two')
    await stage(ada, id, items)
    expect(refusalOf(await send(await spoil(id, items)))).toEqual([410, 'staging_expired'])
    expect(await valuesNow()).toEqual([])
    // From the start.
    await stage(ada, id, items)
  })

  test('are validated one by one, as those of a commit are', async () => {
    const { items, id } = await prepareStaged('one')
    const damaged = items.map((item) => ({ ...item, ct: 'AAAA' }))
    expect((await stage(ada, id, damaged)).json().code).toBe('invalid_vault')
    expect((await stage(ada, id, [{ ...items[0], extra: 1 }])).statusCode).toBe(400)
    expect((await stage(ada, id, [])).statusCode).toBe(400)
    expect((await stage(ada, 'mine', items)).statusCode).toBe(400)
  })

  test('are limited in number and bytes to what a vault holds', async () => {
    const { items, id } = await prepareStaged('one')
    await stage(ada, id, items)
    await core.database.sql`
      insert into core.staged_items (user_id, kind, item_id, ak_gen, record)
      select ${ada.userId}::uuid, 'commit', gen_random_uuid(), 1, '{}'::jsonb
        from generate_series(2, ${LIMITS.items}::int)`
    const tooMany = (await prepareStaged('two')).items
    expect((await stage(ada, id, tooMany)).json()).toEqual({
      code: 'invalid_vault',
      error: `A vault holds at most ${LIMITS.items} items.`,
    })
    await core.database.sql`
      update core.staged_items set record = jsonb_build_object('ct', repeat('A', ${LIMITS.vaultBytes / 256}::int * 4 / 3))
       where user_id = ${ada.userId} and item_id in (
         select item_id from core.staged_items where user_id = ${ada.userId} and record = '{}' limit 256)`
    expect((await stage(ada, id, items)).json()).toEqual({
      code: 'invalid_vault',
      error: 'The items of a vault are at most 16 MiB.',
    })
  })

  test('of a rotation need its gesture, also to be replaced', async () => {
    const { items } = await prepareStaged('one', 'two')
    const [mine, theirs] = [newItemId(), newItemId()]
    await ada.confirm({ act: 'rotate_account_key' })
    await stage(ada, mine, items.slice(1), 'rotate/staging/')
    const other = await core.signInWithPasskey(ada.authenticator)
    const stolen = { token: other.json<SignedIn>().session_token }
    expect((await stage(stolen, theirs, items, 'rotate/staging/')).json().code).toBe('reauth_required')
    expect((await stage(stolen, theirs, items)).statusCode).toBe(200)
    expect((await stage(ada, mine, items.slice(0, 1), 'rotate/staging/')).json()).toEqual({ items: 2 })
  })

  test('of another user stay out of reach', async () => {
    const eve = await core.signUpWithVault()
    const { items, id, send } = await prepareStaged('one')
    await stage(eve, id, items)
    expect((await send({ staging_id: id, count: 1 })).statusCode).toBe(410)
    await stage(ada, id, items)
    await stage(eve, newItemId(), items)
    expect((await send({ staging_id: id, count: 1 })).statusCode).toBe(200)
    expect(await valuesNow()).toEqual(['one'])
  })
})
