import type { VaultRotationRequest } from '@countersign/contracts'
import { etagOf, type VaultCommit, type VaultSnapshot } from '@countersign/vault'
import type { FastifyInstance } from 'fastify'
import { type Account, type FakeState, refuse, renew, sessionOf } from './fake-account.ts'

/** The vault and the log, kept as core keeps them: whoever writes must have seen the newest. */
export function mountVaults(app: FastifyInstance, state: FakeState): void {
  app.get('/api/vault/', async ({ headers }, reply) => {
    return sessionOf(state, headers)?.vault ?? refuse(reply, 401, 'invalid_session')
  })
  app.post<{ Body: VaultCommit }>('/api/vault/commits/', async ({ headers, body }, reply) => {
    const account = sessionOf(state, headers)
    if (!account) return refuse(reply, 401, 'invalid_session')
    if (!(await isNewest(account, headers['if-match']))) return refuse(reply, 412, 'stale_vault')
    applyCommit(account, body)
    return { gen: body.head.gen }
  })
  app.post<{ Body: VaultRotationRequest }>('/api/vault/rotate/', async ({ headers, body }, reply) => {
    const account = sessionOf(state, headers)
    if (!account) return refuse(reply, 401, 'invalid_session')
    if (!(await isNewest(account, headers['if-match']))) return refuse(reply, 412, 'stale_vault')
    const { head, items, unlock } = body
    account.vault = { ...account.vault, head, items, unlock }
    account.activity.push(...body.activity)
    account.recovery = body.recovery
    return { gen: head.gen, methods: [], signed_in: renew(account) }
  })
  app.get<{ Querystring: { before?: string } }>('/api/vault/activity/', async ({ headers, query }, reply) => {
    const account = sessionOf(state, headers)
    if (!account) return refuse(reply, 401, 'invalid_session')
    const before = Number(query.before ?? Number.POSITIVE_INFINITY)
    const entries = account.activity.filter(({ seq }) => seq < before).toReversed()
    return { entries: entries.slice(0, 3) }
  })
}

export async function isNewest({ vault }: Account, ifMatch: string | undefined): Promise<boolean> {
  return ifMatch === (await etagOf(vault.vault_id, vault.head))
}

export function applyCommit(account: Account, commit: VaultCommit): void {
  account.vault = withCommit(account.vault, commit)
  account.activity.push(...commit.activity)
}

function withCommit(vault: VaultSnapshot, { head, put, delete: removed }: VaultCommit): VaultSnapshot {
  const gone = new Set([...removed, ...put.map(({ id }) => id)])
  return { ...vault, head, items: [...vault.items.filter(({ id }) => !gone.has(id)), ...put] }
}
