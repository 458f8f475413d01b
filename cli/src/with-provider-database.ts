import { providerMigrations, type Registrar, withRegistrar } from '@countersign/provider'
import { migrate, type Sql } from '@countersign/service/sql'
import type { CommandContext } from './command-context.ts'

/** Does some work on the provider's tables, brought up to date first. Every change goes through the registrar. */
export type OnProvider = (work: (sql: Sql, registrar: Registrar) => Promise<void>) => Promise<void>

export function withProviderDatabase({ withDatabase, user }: CommandContext): OnProvider {
  return (work) =>
    withDatabase(async (database) => {
      const { sql } = database
      await migrate(database, providerMigrations)
      await withRegistrar({ sql, by: `command_line:${user}` }, (registrar) => work(sql, registrar))
    })
}

/** What a `clients` command works with. */
export type ClientsContext = CommandContext & { readonly onClients: OnProvider }
