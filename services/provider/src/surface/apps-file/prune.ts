import { ServiceError } from '@countersign/service/errors'
import type { Sql } from '@countersign/service/sql'
import { listRegistered } from '../admin/manage-resource-servers.ts'
import type { Registrar } from '../admin/registrar.ts'
import { type AppsFileEntry, deleteEntry, listEntries } from './apps-file.store.ts'

/** Entries that have left the file, in an order in which most can be removed. */
export async function listLeft(sql: Sql): Promise<AppsFileEntry[]> {
  const left = (await listEntries(sql)).filter(({ hasLeft }) => hasLeft)
  return (['client', 'resource_server', 'scope', 'claim'] as const).flatMap((kind) =>
    left.filter((entry) => entry.kind === kind).map(({ name }) => ({ kind, name })),
  )
}

/** Removes the entries that have left the file. Answers those that it must keep, and why. */
export async function prune(sql: Sql, registrar: Registrar): Promise<readonly string[]> {
  // Once more: the client of a resource server can only go after it.
  await removeEach(sql, registrar)
  return removeEach(sql, registrar)
}

async function removeEach(sql: Sql, registrar: Registrar): Promise<readonly string[]> {
  const kept: string[] = []
  for (const entry of await listLeft(sql)) {
    try {
      await remove(sql, registrar, entry)
      await deleteEntry(sql, entry)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.code === 'not_found') await deleteEntry(sql, entry)
      else kept.push(`${entry.kind} ${entry.name}: ${error.message}`)
    }
  }
  return kept
}

async function remove(sql: Sql, registrar: Registrar, { kind, name }: AppsFileEntry): Promise<void> {
  if (kind === 'client') await registrar.removeClient(name)
  else if (kind === 'claim') await registrar.removeClaim(name)
  else {
    const servers = await listRegistered(sql)
    const server = servers.find(({ resource, scopes }) =>
      kind === 'scope' ? scopes.some((scope) => scope.name === name) : resource === name,
    )
    if (!server) return kind === 'scope' ? registrar.removeScope(name) : undefined
    if (kind === 'resource_server') await registrar.removeResourceServer(server.resourceId)
    else await registrar.pruneScope(server, name)
  }
}
