import { afterAll, beforeAll } from 'vitest'
import { type System, startSystem } from './system.ts'

const started = new Map<string, Promise<object>>()

/**
 * Starts something once per worker (vitest keeps modules between files) and lends it to this file; `reset` runs when the
 * file ends. Like with `startBeforeAll`, properties are copied once it runs. It ends with the worker.
 */
export function useShared<T extends object>(
  name: string,
  start: () => Promise<T>,
  reset: (shared: T) => Promise<void>,
): T {
  const lent = {} as T
  beforeAll(async () => {
    const shared = started.get(name) ?? start()
    started.set(name, shared)
    Object.assign(lent, await shared)
  })
  afterAll(() => reset(lent))
  return lent
}

/** The whole product in one process, for files that neither stop it nor need settings of their own. */
export function useSystem(): System {
  return useShared('system', () => startSystem('postgresql', 'together'), forgetPeople)
}

/** Empties every table but those that a server has before its first visitor, registered apps included. */
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
