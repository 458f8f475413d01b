import type { System } from './system.ts'

/** Copies core's tables, as an operator's backup does. */
export async function backUpCore({ providerSql: sql }: System): Promise<void> {
  await sql`
    do $$
    declare name text;
    begin
      drop schema if exists backup cascade;
      create schema backup;
      for name in select tablename from pg_tables where schemaname = 'core' loop
        execute format('create table backup.%I as table core.%I', name, name);
      end loop;
    end $$`
}

/** Replaces core's tables by the copies, sessions included. */
export async function restoreCore({ providerSql: sql }: System): Promise<void> {
  await sql`
    do $$
    declare
      name text;
      -- All but generated columns.
      columns text;
    begin
      -- Skips foreign keys: the copies are consistent.
      perform set_config('session_replication_role', 'replica', true);
      for name in select tablename from pg_tables where schemaname = 'core' loop
        execute format('delete from core.%I', name);
        select string_agg(quote_ident(attname), ',') into columns from pg_attribute
         where attrelid = format('core.%I', name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
        execute format('insert into core.%I (%s) overriding system value select %s from backup.%I', name, columns, columns, name);
      end loop;
    end $$`
}
