import { ServiceError } from '@countersign/service/errors'
import type { SqlPool, Transaction } from '@countersign/service/sql'
import { lockScopes } from '../../catalogue/scopes/scope.store.ts'
import { listClientsForUpdate } from '../../clients/client.store.ts'
import { takeScopesFromAll } from '../../flow/grants/end-in-steps.store.ts'

type Removal<Result> = {
  readonly check: (transaction: Transaction) => Promise<readonly string[]>
  readonly remove: (transaction: Transaction) => Promise<Result>
}

/**
 * Removes scopes that no client has, from all grants too.
 * @throws ServiceError
 */
export async function removeUnusedScopes<Result>(sql: SqlPool, { check, remove }: Removal<Result>): Promise<Result> {
  async function checked(transaction: Transaction): Promise<readonly string[]> {
    await lockScopes(transaction)
    const names = await check(transaction)
    if (names.length > 0) await requireUnused(transaction, names)
    return names
  }
  // Grants first: if this fails, the scopes still exist and the call can be repeated.
  await takeScopesFromAll(sql, await sql.transaction(checked))
  const { names, result } = await sql.transaction(async (transaction) => ({
    names: await checked(transaction),
    result: await remove(transaction),
  }))
  // Grants that were made in the meantime.
  await takeScopesFromAll(sql, names)
  return result
}

/**
 * Locks the clients, so that these scopes are added to none.
 * @throws `scope_in_use`
 */
async function requireUnused(sql: Transaction, names: readonly string[]): Promise<void> {
  const clients = await listClientsForUpdate(sql)
  const users = clients.filter(({ scopes }) => scopes.some(({ name }) => names.includes(name)))
  if (users.length > 0) throw inUseByClients(users.map(({ clientId }) => clientId))
}

const NAMED_CLIENTS = 5

function inUseByClients(clientIds: readonly string[]): ServiceError {
  const named = clientIds.slice(0, NAMED_CLIENTS).join(', ')
  const rest = clientIds.length > NAMED_CLIENTS ? ` and ${clientIds.length - NAMED_CLIENTS} more` : ''
  return new ServiceError(
    'scope_in_use',
    `Apps are registered for this scope: ${named}${rest}. Take it from them first.`,
  )
}
