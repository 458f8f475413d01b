import type { Environment } from '@countersign/service/settings'
import type { SqlPool } from '@countersign/service/sql'
import type { EventLog } from '../../ground/events.ts'
import { createSenders } from '../../ground/sending/create-senders.ts'
import { readMailConfig } from '../../ground/sending/mail-settings.ts'
import { createSecurityMailer } from '../records/security-mail/security-mailer.ts'
import { createSessionMemory } from '../sessions/session-memory.ts'
import { type AskedAct, actOnAccount } from './account-acts.ts'
import { readAccountOverview } from './account-overview.ts'
import { readPeopleFigures } from './people-figures.ts'

/** Accounts for a command, on the database alone: running processes tell the provider of acts. */
export type AccountsByCommand = {
  readonly read: (userId: string) => ReturnType<typeof readAccountOverview>
  readonly readFigures: () => ReturnType<typeof readPeopleFigures>
  /** @throws `not_found` */
  readonly act: (act: Pick<AskedAct, 'act' | 'userId' | 'reason'>) => Promise<void>
}

type Command = {
  readonly sql: SqlPool
  /** Core's settings, as far as mail needs them. */
  readonly env: Environment
  readonly by: `command_line:${string}`
  readonly warn: (message: string) => void
}

export async function withAccounts<Result>(
  { sql, env, by, warn }: Command,
  work: (accounts: AccountsByCommand) => Promise<Result>,
): Promise<Result> {
  const now = () => new Date()
  const say = (_fields: object, message: string): void => warn(message)
  const logger: EventLog = { info: () => undefined, warn: say, error: say }
  const senders = await createSenders(await readMailConfig(env), now)
  const securityMailer = createSecurityMailer({ sql, now, logger, senders })
  const parts = { sql, logger, securityMailer, sessionMemory: createSessionMemory(now) }
  try {
    return await work({
      read: (userId) => readAccountOverview({ sql }, userId),
      readFigures: () => readPeopleFigures(sql),
      act: (act) => actOnAccount(parts, { ...act, operator: { by } }),
    })
  } finally {
    await securityMailer.settle()
    senders.close()
  }
}
