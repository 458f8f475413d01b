import { afterAll, beforeAll } from 'vitest'
import { type System, startSystem } from './system.ts'

const started = new Map<string, Promise<object>>()

/** Makes something before the tests of this block; as with `startBeforeAll`, its properties are copied then. */
export function lend<T extends object>(make: () => Promise<T>): T {
  const lent = {} as T
  beforeAll(async () => void Object.assign(lent, await make()))
  return lent
}

/** Starts something once per worker and lends it to this block, after which `reset` runs. It ends with the worker. */
export function useShared<T extends object>(
  name: string,
  start: () => Promise<T>,
  reset: (shared: T) => Promise<void>,
): T {
  const lent = lend(async () => {
    const shared = started.get(name) ?? start()
    started.set(name, shared)
    return shared as Promise<T>
  })
  afterAll(() => reset(lent))
  return lent
}

/** The whole product in one process, for files that neither stop it nor need settings of their own. */
export function useSystem(): System {
  return useShared('system', () => startSystem('postgresql', 'together'), forgetPeople)
}

/** Empties every table but those of an installation: apps, scopes, keys and migrations stay. */
export async function forgetPeople({ providerSql: sql }: Pick<System, 'providerSql'>): Promise<void> {
  await sql`
    do $$
    declare tables text;
    begin
      select string_agg(format('%I.%I', schemaname, tablename), ', ') into tables from pg_tables
       where schemaname in ('core', 'provider') and tablename not in (
         'migrations', 'dummy_record', 'signing_keys', 'clients', 'client_secrets', 'client_documents', 'claims',
         'scopes', 'resource_servers');
      execute 'truncate ' || tables;
    end $$`
}
