import type { Sql } from '@countersign/service/sql'
import { ENGINES, type Engine, startBeforeAll } from '@countersign/testing'
import { etagOf, LIMITS, newItemId, type OpenVault, type SealedItem, type VaultCommit } from '@countersign/vault'
import { beforeEach, describe, expect, test } from 'vitest'
import { prepareEdits } from '../../test/account.ts'
import { fixture, startCore } from '../../test/core-under-test.ts'
import { bearer, refusalOf, statusesOf, type WiredPerson } from '../../test/person.ts'
import { storeCommit } from './commit-vault.ts'

function startVaults(engine: Engine) {
  const core = startBeforeAll(() => startCore(engine))
  const ada = fixture(beforeEach, () => core.signUpWithVault())

  const fetchVault = (person: WiredPerson, headers = {}) =>
    core.app.inject({ url: '/api/vault/', headers: { ...bearer(person.token), ...headers } })

  const send = (person: WiredPerson, body: object, ifMatch?: string) => core.sendCommit(person, body, ifMatch)

  async function commit(
    person: WiredPerson,
    vault: OpenVault,
    edits: Parameters<typeof prepareEdits>[1],
  ): Promise<OpenVault> {
    const prepared = await prepareEdits(vault, edits)
    const response = await send(person, prepared.commit, prepared.etag)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual({ gen: prepared.commit.head.gen })
    expect(response.headers.etag).toBe(await etagOf(vault.vaultId, prepared.commit.head))
    return prepared.next
  }

  return { core, ada, fetchVault, send, commit }
}

const note = (value: string) => ({ id: newItemId(), kind: 'note', name: 'a note', value, meta: {} })

describe.each(ENGINES)('a vault on the %s database', (engine) => {
  const { core, ada, fetchVault, send, commit } = startVaults(engine)

  const fetchSince = async (since: number) => (await core.get(`/api/vault/?since=${since}`, ada.token)).json()

  test('reads as it was made, with the entity tag that the device computes itself', async () => {
    const response = await fetchVault(ada)
    expect(response.statusCode).toBe(200)
    const { vault_id, head, items, unlock } = response.json()
    expect(vault_id).toBe(ada.vault.vaultId)
    expect(response.headers.etag).toBe(await etagOf(vault_id, head))
    expect([items.length, unlock.length]).toEqual([0, 2])
    expect((await core.openOwnVault(ada)).lastChanged.device).toBe('Chrome on Linux')
  })

  test('tells a device what changed since the generation that it has', async () => {
    const [first, second, third] = [note('one'), note('two'), note('three')]
    let vault = await commit(ada, ada.vault, { put: [first, second] })
    vault = await commit(ada, vault, { put: [{ ...first, value: 'one, changed' }, third] })
    vault = await commit(ada, vault, { remove: [second.id] })
    const whole = (await fetchVault(ada)).json()
    expect((await core.openOwnVault(ada)).items.map(({ value }) => value).toSorted()).toEqual(['one, changed', 'three'])
    const idsOf = (items: readonly SealedItem[]) => items.map(({ id }) => id).toSorted()
    expect(idsOf(whole.items)).toEqual([first.id, third.id].toSorted())
    expect([whole.since, whole.removed]).toEqual([undefined, undefined])
    const { items, ...since2 } = await fetchSince(2)
    expect(since2).toEqual({ ...whole, items: undefined, since: 2, removed: [second.id] })
    expect(idsOf(items)).toEqual([first.id, third.id].toSorted())
    expect(await fetchSince(3)).toEqual({ ...whole, items: [], since: 3, removed: [second.id] })
    expect(await fetchSince(4)).toEqual({ ...whole, items: [], since: 4, removed: [] })
    // A generation that was never here.
    expect(await fetchSince(5)).toEqual(whole)
  })

  test('is read whole by a device that has missed more removals than are remembered', async () => {
    const items = [note('one'), note('two')]
    const vault = await commit(ada, ada.vault, { put: items })
    await core.database.sql`
      insert into core.removed_items (user_id, item_id, gen)
      select ${ada.userId}::uuid, gen_random_uuid(), 2 from generate_series(1, 1000)`
    await commit(ada, vault, { remove: [items[0]!.id] })
    const whole = (await fetchVault(ada)).json()
    expect(await fetchSince(2)).toEqual(whole)
    expect(await fetchSince(3)).toEqual({ ...whole, items: [], since: 3, removed: [] })
    const removed = await core.database.sql`select 1 from core.removed_items where user_id = ${ada.userId}`
    expect(removed).toEqual([])
  })

  test('of two commits at once, one is told that the vault has changed', async () => {
    const prepared = await Promise.all([1, 2].map(() => prepareEdits(ada.vault, {})))
    const responses = await Promise.all(prepared.map(({ commit: body, etag }) => send(ada, body, etag)))
    expect(statusesOf(responses)).toEqual([200, 412])
    const [done, stale] = responses.toSorted((left, right) => left.statusCode - right.statusCode)
    expect(stale?.json().code).toBe('stale_vault')
    expect(stale?.headers.etag).toBe(done?.headers.etag)
  })

  test('of another user stays out of sight and out of reach', async () => {
    const eve = await core.signUpWithVault()
    const id = newItemId()
    const vault = await commit(ada, ada.vault, { put: [{ id, kind: 'note', name: 'n', value: 'mine', meta: {} }] })
    expect((await fetchVault(eve)).body).not.toContain(id)
    const onAda = await prepareEdits(vault, { remove: [id] })
    expect((await send(eve, onAda.commit, onAda.etag)).statusCode).toBe(412)
    const onEve = await prepareEdits(eve.vault, { put: [{ id, kind: 'note', name: 'n', value: 'hers', meta: {} }] })
    expect((await send(eve, onEve.commit, onEve.etag)).statusCode).toBe(200)
    expect((await core.openOwnVault(ada)).items.map(({ value }) => value)).toEqual(['mine'])
    const removal = await prepareEdits(onEve.next, { remove: [id] })
    expect((await send(eve, removal.commit, removal.etag)).statusCode).toBe(200)
    expect((await core.openOwnVault(ada)).items.map(({ value }) => value)).toEqual(['mine'])
  })
})

describe('a vault', () => {
  const { core, ada, fetchVault, send } = startVaults('postgresql')

  test('is not sent again to a device that has it', async () => {
    const etag = String((await fetchVault(ada)).headers.etag)
    const headers = [etag, `W/${etag}`, `"1-other", ${etag}`, '*']
    const responses = await Promise.all(headers.map((tag) => fetchVault(ada, { 'if-none-match': tag })))
    expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual(headers.map(() => [304, '']))
    expect((await fetchVault(ada, { 'if-none-match': '"1-other"' })).statusCode).toBe(200)
  })

  test.each(['0', '-1', 'x', '1.5', '1&since=2'])('a reading since %s is refused', async (since) => {
    const url = `/api/vault/?since=${since}`
    expect((await core.get(url, ada.token)).statusCode).toBe(400)
  })

  test('is changed only with If-Match', async () => {
    const { commit: body } = await prepareEdits(ada.vault, {})
    expect(refusalOf(await send(ada, body))).toEqual([428, 'precondition_required'])
    expect((await send(ada, body, '*')).statusCode).toBe(412)
  })

  test.each([
    ['skips a generation', (body: VaultCommit) => ({ ...body, head: { ...body.head, gen: 3 } }), 422],
    ['stays at its generation', (body: VaultCommit) => ({ ...body, head: { ...body.head, gen: 1 } }), 422],
    ['changes the account key', (body: VaultCommit) => ({ ...body, head: { ...body.head, ak_gen: 2 } }), 422],
    ['puts an item twice', (body: VaultCommit) => ({ ...body, put: [...body.put, ...body.put] }), 422],
    ['puts and deletes an item', (body: VaultCommit) => ({ ...body, delete: [body.put[0]!.id] }), 422],
    ['has an item of no valid size', (body: VaultCommit) => changeItem(body, { ct: 'AAAA' }), 422],
    ['has an unknown field', (body: VaultCommit) => changeItem(body, { extra: 1 }), 400],
    ['has an unknown suite', (body: VaultCommit) => changeItem(body, { s: 2 }), 400],
    ['has too large an item', (body: VaultCommit) => changeItem(body, { ct: 'A'.repeat(90_000) }), 400],
    ['is too large as a whole', (body: VaultCommit) => ({ ...body, padding: ' '.repeat(1_048_576) }), 413],
  ])('a commit that %s is refused and changes nothing', async (_case, change, status) => {
    const { commit: body, etag } = await prepareEdits(ada.vault, { put: [note('text')] })
    const before = (await fetchVault(ada)).body
    const response = await send(ada, change(body), etag)
    expect(response.statusCode).toBe(status)
    expect(response.json().code).toMatch(/^(invalid_vault|invalid_request|payload_too_large)$/)
    expect((await fetchVault(ada)).body).toBe(before)
  })

  test.each([
    ['items', LIMITS.items, 1, `A vault holds at most ${LIMITS.items} items.`],
    ['bytes', 256, LIMITS.vaultBytes / 256, 'The items of a vault are at most 16 MiB.'],
  ])('holds so many %s at most', async (_what, count, bytes, error) => {
    const { commit: body, etag } = await prepareEdits(ada.vault, { put: [note('text')] })
    await core.database.sql`
      insert into core.vault_items (user_id, item_id, gen, record)
      select ${ada.userId}::uuid, gen_random_uuid(), 1, jsonb_build_object('ct', repeat('A', ${bytes}::int * 4 / 3))
        from generate_series(1, ${count}::int)`
    const response = await send(ada, body, etag)
    expect([response.statusCode, response.json()]).toEqual([422, { code: 'invalid_vault', error }])
    const rows = await core.database.sql`select gen from core.vaults where user_id = ${ada.userId} and gen = 1`
    expect(rows).toHaveLength(1)
  })

  test('is measured once by a change that cannot fill it', async () => {
    const { commit: body, etag } = await prepareEdits(ada.vault, { put: [note('text')] })
    const asked: string[] = []
    await core.database.sql.transaction((sql) => {
      const noting: Sql = (strings, ...values) => {
        asked.push(strings.join('?'))
        return sql(strings, ...values)
      }
      return storeCommit(Object.assign(noting, { isTransaction: true } as const), ada.userId, {
        ifMatch: etag,
        commit: body,
      })
    })
    expect(asked.filter((text) => text.includes('sum(bytes)'))).toHaveLength(1)
    expect((await core.openOwnVault(ada)).items).toHaveLength(1)
  })

  test.each<[string, { count: number; bytes: number }]>([
    ['items', { count: LIMITS.items + 3, bytes: 3 }],
    ['bytes', { count: 3, bytes: LIMITS.vaultBytes / 2 }],
  ])('that holds more %s than it may by now gets smaller step by step, and no larger', async (_, { count, bytes }) => {
    await core.database.sql`
      insert into core.vault_items (user_id, item_id, gen, record)
      select ${ada.userId}::uuid, gen_random_uuid(), 1, jsonb_build_object('ct', repeat('A', ${bytes}::int * 4 / 3))
        from generate_series(1, ${count}::int)`
    const [large] = await core.database.sql<{ item_id: string }>`
      select item_id from core.vault_items where user_id = ${ada.userId} limit 1`
    const added = await prepareEdits(ada.vault, { put: [note('text')] })
    expect((await send(ada, added.commit, added.etag)).json().code).toBe('invalid_vault')
    expect((await send(ada, { ...added.commit, delete: [large!.item_id] }, added.etag)).statusCode).toBe(200)
    const changed = await prepareEdits(added.next, { put: [{ ...note('next'), id: added.next.items[0]!.id }] })
    expect((await send(ada, changed.commit, changed.etag)).statusCode).toBe(200)
    const removed = await prepareEdits(changed.next, { remove: [changed.next.items[0]!.id] })
    expect((await send(ada, removed.commit, removed.etag)).statusCode).toBe(200)
  })
})

function changeItem(body: VaultCommit, change: object) {
  const put = body.put.map((item): Partial<SealedItem> => ({ ...item, ...change }))
  return { ...body, put }
}
