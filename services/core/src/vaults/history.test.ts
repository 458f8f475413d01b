import { startBeforeAll } from '@countersign/testing'
import { type ActivityEntry, LIMITS } from '@countersign/vault'
import { beforeEach, describe, expect, test } from 'vitest'
import { prepareEdits, prepareLogged, type VaultOwner } from '../../test/account.ts'
import { fixture, startCore } from '../../test/core-under-test.ts'
import { refusalOf, type WiredPerson } from '../../test/person.ts'

describe('the history of a vault', () => {
  const core = startBeforeAll(() => startCore())
  const ada = fixture(beforeEach, () => core.signUpWithVault())

  describe('its log', () => {
    const read = (account: Pick<WiredPerson, 'token'>, query = '') =>
      core.get(`/api/vault/activity/${query}`, account.token)

    const sequence = async (query = '') =>
      (await read(ada, query)).json<{ entries: ActivityEntry[] }>().entries.map(({ seq }) => seq)

    async function log(account: VaultOwner, entries: number): Promise<VaultOwner> {
      const { commit, etag, next } = await prepareLogged(account.vault, entries)
      const response = await core.sendCommit(account, commit, etag)
      expect(response.statusCode, response.body).toBe(200)
      return { ...account, vault: next }
    }

    test('is read newest first, page by page, as it was written', async () => {
      const { commit, etag, next } = await prepareLogged(ada.vault, 3)
      await core.sendCommit(ada, commit, etag)
      await log({ ...ada, vault: next }, 2)
      expect(await sequence()).toEqual([5, 4, 3, 2, 1])
      expect(await sequence('?limit=2')).toEqual([5, 4])
      expect(await sequence('?before=4&limit=2')).toEqual([3, 2])
      expect(await sequence('?before=1')).toEqual([])
      expect((await read(ada, '?before=4')).json().entries).toEqual(commit.activity.toReversed())
    })

    test.each(['?before=0', '?limit=0', '?limit=201', '?limit=x', '?user_id=x'])('%s is refused', async (query) => {
      expect((await read(ada, query)).statusCode).toBe(400)
    })

    test.each<[string, (entries: ActivityEntry[]) => ActivityEntry[]]>([
      ['leaves a gap', (entries) => entries.slice(1)],
      ['writes over what is there', (entries) => entries.map((entry) => ({ ...entry, seq: entry.seq - 1 }))],
      ['writes one entry twice', (entries) => [...entries, ...entries]],
      ['goes on from another entry', ([first, ...rest]) => [{ ...first!, prev: 'A'.repeat(43) }, ...rest]],
      ['has an entry of no valid size', (entries) => entries.map((entry) => ({ ...entry, ct: 'AAAA' }))],
    ])('a commit that %s is refused and changes nothing', async (_case, damage) => {
      const account = await log(ada, 2)
      const { commit, etag } = await prepareLogged(account.vault, 2)
      const response = await core.sendCommit(ada, { ...commit, activity: damage([...commit.activity]) }, etag)
      expect(refusalOf(response)).toEqual([422, 'invalid_vault'])
      expect(await sequence()).toEqual([2, 1])
    })

    test('takes at most twenty entries in one commit', async () => {
      const account = await log(ada, 20)
      const { commit, etag } = await prepareLogged(account.vault, 20)
      const tooMany = { ...commit, activity: [...commit.activity, ...commit.activity.slice(0, 1)] }
      expect((await core.sendCommit(ada, tooMany, etag)).statusCode).toBe(400)
    })

    test('keeps the newest entries: each new one drops the oldest', async () => {
      const account = await log(ada, 3)
      // As if both had been followed by nearly ten thousand others.
      await core.database.sql`
      update core.activity_entries set seq = seq - ${LIMITS.activity}::bigint + 4 where user_id = ${ada.userId} and seq < 3`
      const next = await prepareLogged(account.vault, 2)
      expect((await core.sendCommit(account, next.commit, next.etag)).statusCode).toBe(200)
      // The second is the oldest of the newest ten thousand.
      expect(await sequence()).toEqual([5, 4, 3, 2])
    })

    test('needs a full session, and each person reads only their own', async () => {
      await log(ada, 1)
      const eve = await core.signUpWithVault()
      expect((await read(eve)).json()).toEqual({ entries: [] })
      expect((await read(await core.recover(ada))).json().code).toBe('insufficient_session')
    })
  })

  describe('its earlier heads', () => {
    const ask = (account: { token: string }, query: string) => core.get(`/api/vault/ancestors/${query}`, account.token)
    const ancestors = async (from: number): Promise<string[]> => (await ask(ada, `?from=${from}`)).json().hashes

    async function commit(account: VaultOwner): Promise<VaultOwner> {
      const { commit: body, etag, next } = await prepareEdits(account.vault, {})
      const response = await core.sendCommit(account, body, etag)
      expect(response.statusCode, response.body).toBe(200)
      return { ...account, vault: next }
    }

    test('are listed by their hashes, from a generation on, without the present one', async () => {
      const hashes = [ada.vault.memory.hash]
      let owner = ada
      for (let count = 0; count < 4; count += 1) {
        owner = await commit(owner)
        hashes.push(owner.vault.memory.hash)
      }
      expect(await ancestors(1)).toEqual(hashes.slice(0, -1))
      expect(await ancestors(3)).toEqual(hashes.slice(2, -1))
      expect(await ancestors(5)).toEqual([])
      expect(await ancestors(6)).toEqual([])
    })

    test('are an empty list from before the first known one, never a list with a gap', async () => {
      await commit(await commit(ada))
      await core.database.sql`delete from core.vault_heads where user_id = ${ada.userId} and gen = 1`
      expect(await ancestors(1)).toEqual([])
      expect(await ancestors(2)).toHaveLength(1)
    })

    test('come in pages', async () => {
      await core.database.sql`
      insert into core.vault_heads (user_id, gen, sha256)
      select ${ada.userId}::uuid, gen, sha256('') from generate_series(2, ${LIMITS.ancestorsPerPage + 10}) gen`
      await core.database.sql`update core.vaults set gen = 9999 where user_id = ${ada.userId}`
      expect(await ancestors(1)).toHaveLength(LIMITS.ancestorsPerPage)
      expect(await ancestors(LIMITS.ancestorsPerPage + 1)).toHaveLength(10)
    })

    test('begin with the present one for a vault older than the list', async () => {
      const vault = await core.openOwnVault(await commit(ada))
      await core.database.sql`delete from core.vault_heads where user_id = ${ada.userId} and gen = 1`
      await commit({ ...ada, vault })
      expect(await ancestors(1)).toEqual([])
      expect(await ancestors(2)).toEqual([vault.memory.hash])
    })

    test('are readable by the person alone, also during recovery', async () => {
      await commit(ada)
      const eve = await core.signUpWithVault()
      expect((await ask(eve, '?from=1')).json()).toEqual({ hashes: [] })
      expect((await ask(await core.recover(ada), '?from=1')).json().hashes).toHaveLength(1)
    })

    test.each(['', '?from=0', '?from=x', '?from=1&user_id=x'])('asked for with %j are refused', async (query) => {
      expect((await ask(ada, query)).statusCode).toBe(400)
    })
  })
})
