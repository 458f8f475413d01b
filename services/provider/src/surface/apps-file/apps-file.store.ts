import { ServiceError } from '@countersign/service/errors'
import type { Sql, Transaction } from '@countersign/service/sql'

export type AppsFileKind = 'client' | 'scope' | 'claim' | 'resource_server'

export type AppsFileEntry = {
  readonly kind: AppsFileKind
  /** The client_id, the name, or the address of a resource server. */
  readonly name: string
}

type StoredEntry = AppsFileEntry & { readonly hasLeft: boolean }

export async function listEntries(sql: Sql): Promise<StoredEntry[]> {
  return sql<StoredEntry>`
    select kind, name, left_at is not null as "hasLeft" from provider.apps_file_entries order by kind, name`
}

/** Marks the entries of the file in answers to operators. */
export async function markManaged<Item extends object>(
  sql: Sql,
  kind: AppsFileKind,
  { items, nameOf }: { readonly items: readonly Item[]; readonly nameOf: (item: Item) => string },
): Promise<(Item & { managed_by_file?: true })[]> {
  const held = (await listEntries(sql)).filter((entry) => entry.kind === kind && !entry.hasLeft)
  const names = new Set(held.map(({ name }) => name))
  return items.map((item) => (names.has(nameOf(item)) ? Object.assign({ managed_by_file: true as const }, item) : item))
}

export async function enterInFile(sql: Transaction, { kind, name }: AppsFileEntry): Promise<void> {
  await sql`
    insert into provider.apps_file_entries (kind, name) values (${kind}, ${name})
    on conflict (kind, name) do update set left_at = null`
}

export async function leaveFile(sql: Transaction, { kind, name }: AppsFileEntry): Promise<void> {
  await sql`update provider.apps_file_entries set left_at = now() where kind = ${kind} and name = ${name}`
}

export async function deleteEntry(sql: Sql, { kind, name }: AppsFileEntry): Promise<void> {
  await sql`delete from provider.apps_file_entries where kind = ${kind} and name = ${name}`
}

/** Lets everything be changed elsewhere again; answers how many entries that were. */
export async function releaseEntries(sql: Sql): Promise<number> {
  return (await sql`delete from provider.apps_file_entries returning 1`).length
}

/**
 * Makes a change that does not come from the file. It takes over an entry that has left the file.
 * @throws `managed_by_file`, and as `change` does
 */
export async function changeElsewhere<Result>(
  sql: Sql,
  entry: AppsFileEntry,
  change: () => Promise<Result>,
): Promise<Result> {
  const { kind, name } = entry
  const [found] = await sql<{ hasLeft: boolean }>`
    select left_at is not null as "hasLeft" from provider.apps_file_entries where kind = ${kind} and name = ${name}`
  if (found && !found.hasLeft) {
    throw new ServiceError(
      'managed_by_file',
      'This is in the apps file (APPS_FILE): change it there, and run countersign apply or restart.',
    )
  }
  const result = await change()
  if (found) await deleteEntry(sql, entry)
  return result
}
