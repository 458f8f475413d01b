import { providerMigrations } from '@countersign/provider'
import { migrate, type Sql } from '@countersign/service'
import type { CommandContext } from './command-context.ts'
import { withDatabase } from './with-database.ts'

/** Does some work on the provider's tables, brought up to date first. */
export type OnProvider = (work: (sql: Sql) => Promise<void>) => Promise<void>

export function onProvider({ env }: CommandContext): OnProvider {
  return (work) =>
    withDatabase(env, async (database) => {
      await migrate(database, providerMigrations)
      await work(database.sql)
    })
}

/** What a `clients` command works with. */
export type ClientsContext = CommandContext & { readonly onClients: OnProvider }
