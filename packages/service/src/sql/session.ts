import type { ClientBase } from 'pg'
import { DatabaseUnfit } from './database-faults.ts'

/**
 * All that statements and parsers rely on, so that defaults of the database and its roles change no answer. Set after
 * connecting: a pooler refuses them as parameters of the connection. Not here: choices of the operator that change no answer,
 * such as synchronous_commit and default_transaction_read_only.
 */
const RELIED_ON = {
  client_encoding: 'UTF8',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  quote_all_identifiers: 'off',
  // Each statement of a function sees what others committed before it.
  default_transaction_isolation: 'read committed',
  exit_on_error: 'off',
  lock_timeout: '0',
  // An error instead of rows that are silently left out.
  row_security: 'off',
  // Functions run with the caller's path: none of another schema stands in for a built-in one (CVE-2018-1058).
  search_path: 'pg_catalog',
}

type Limits = {
  /** For the one statement; unlimited by default. */
  readonly deadlineMs?: number
  readonly statement_timeout?: number
  readonly idle_in_transaction_session_timeout?: number
}

type Facts = { readonly encoding: string; readonly role: string }

/** For each new connection of a pool, as its `verify`. Refuses with DatabaseUnfit. */
export function beginSession({ deadlineMs, ...limits }: Limits = {}) {
  const settings = Object.entries({ ...RELIED_ON, ...limits })
  const calls = settings.map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', false)`)
  const query = {
    text: `select pg_catalog.current_setting('server_encoding') as encoding,
                  pg_catalog.current_setting('session_replication_role') as role, ${calls.join(', ')}`,
    ...(deadlineMs !== undefined && { query_timeout: deadlineMs }),
  }
  return (client: ClientBase, done: (error?: Error) => void): void => {
    client.query<Facts>(query, (error: Error | undefined, result) => done(error ?? findFault(result.rows[0])))
  }
}

/** Only a superuser can set the role, and for a whole database or role at that. */
function findFault(facts: Facts | undefined): DatabaseUnfit | undefined {
  if (facts?.encoding !== 'UTF8') {
    return new DatabaseUnfit(
      `has the encoding ${facts?.encoding}, in which not every text can be kept. Make another: create database … encoding 'UTF8' template template0`,
    )
  }
  if (facts.role === 'origin') return undefined
  return new DatabaseUnfit(
    `skips foreign keys (session_replication_role is ${facts.role}). As a superuser: alter database … reset session_replication_role, or alter role`,
  )
}
