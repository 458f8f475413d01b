import { ENGINES, startBeforeAll } from '@countersign/testing'
import { LIMITS } from '@countersign/vault'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  openOwnVault,
  prepareEdits,
  prepareLogged,
  recover,
  sendCommit,
  signUpWithVault,
  type VaultOwner,
} from '../../test/account.ts'
import { startCore } from '../../test/core-under-test.ts'
import { bearer } from '../../test/person.ts'

describe.each(ENGINES)('the heads that a vault had before, on the %s database,', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  let ada: VaultOwner

  beforeEach(async () => {
    ada = await signUpWithVault(core.app)
  })

  const ask = (account: { token: string }, query: string) =>
    core.app.inject({ url: `/api/vault/ancestors/${query}`, headers: bearer(account.token) })
  const ancestors = async (from: number): Promise<string[]> => (await ask(ada, `?from=${from}`)).json().hashes

  async function commit(account: VaultOwner): Promise<VaultOwner> {
    const { commit: body, etag, next } = await prepareEdits(account.vault, {})
    const response = await sendCommit(core.app, account, body, etag)
    expect(response.statusCode, response.body).toBe(200)
    return { ...account, vault: next }
  }

  test('are told by the hashes that devices know them by, from a generation on, without the present one', async () => {
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

  test('are as they were where a commit is refused', async () => {
    const before = await ancestors(1)
    const { commit: body, etag } = await prepareLogged(ada.vault, 1)
    const damaged = { ...body, activity: [{ ...body.activity[0]!, seq: 9 }] }
    expect((await sendCommit(core.app, ada, damaged, etag)).statusCode).toBe(422)
    expect(await ancestors(1)).toEqual(before)
    await expect(commit(ada)).resolves.toBeDefined()
  })

  test('are none before the first that is known: a gap would lead nowhere', async () => {
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

  test('begin with the present one where a vault was there before them', async () => {
    const vault = await openOwnVault(core.app, await commit(ada))
    await core.database.sql`delete from core.vault_heads where user_id = ${ada.userId} and gen = 1`
    await commit({ ...ada, vault })
    expect(await ancestors(1)).toEqual([])
    expect(await ancestors(2)).toEqual([vault.memory.hash])
  })

  test('are for the person alone, also while they recover', async () => {
    await commit(ada)
    const eve = await signUpWithVault(core.app)
    expect((await ask(eve, '?from=1')).json()).toEqual({ hashes: [] })
    expect((await ask(await recover(core.app, ada), '?from=1')).json().hashes).toHaveLength(1)
  })

  test.each(['', '?from=0', '?from=x', '?from=1&user_id=x'])('asked for with %j are refused', async (query) => {
    expect((await ask(ada, query)).statusCode).toBe(400)
  })
})
