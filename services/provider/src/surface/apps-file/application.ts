import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import { lockScopes } from '../../catalogue/scopes/scope.store.ts'
import { listClientsForUpdate } from '../../clients/client.store.ts'
import { ClientRegistrationError } from '../../clients/client-errors.ts'
import { type AppsFileEntry, enterInFile, listEntries } from './apps-file.store.ts'

export type AppsFileChange = AppsFileEntry & {
  /** `take_over`: it was there, and is the file's from now on. `leave`: an app is disabled, all else stays as it is. */
  readonly act: 'add' | 'change' | 'take_over' | 'leave'
  /** The members that change. */
  readonly members: readonly string[]
}

export type Outcome = { readonly isNew: boolean; readonly members: readonly string[] }

/** One application of a file, with its changes, and its problems for one refusal at the end. */
export type Application = Awaited<ReturnType<typeof startApplication>>

/** Locks scopes before clients, as other changes do. */
export async function startApplication(sql: Transaction) {
  await lockScopes(sql)
  const clients = await listClientsForUpdate(sql)
  const former = await listEntries(sql)
  const entered: AppsFileEntry[] = []
  const changes: AppsFileChange[] = []
  const problems: string[] = []

  /** Applies one entry of the file by `work`, and marks it as the file's. */
  async function enter(entry: AppsFileEntry, work: () => Promise<Outcome>): Promise<void> {
    try {
      if (entered.some((each) => isSame(each, entry))) throw new ClientRegistrationError('The file has it twice.')
      entered.push(entry)
      const { isNew, members } = await work()
      const isOwn = former.some((each) => isSame(each, entry) && !each.hasLeft)
      if (!isOwn) await enterInFile(sql, entry)
      const act = isNew ? 'add' : isOwn ? 'change' : 'take_over'
      if (act !== 'change' || members.length > 0) changes.push({ ...entry, act, members: isNew ? [] : members })
    } catch (error) {
      if (!(error instanceof ClientRegistrationError || error instanceof ServiceError)) throw error
      problems.push(`${entry.kind} ${entry.name}: ${error.message}`)
    }
  }

  return { sql, clients, former, entered, changes, problems, enter }
}

export function isSame(a: AppsFileEntry, b: AppsFileEntry): boolean {
  return a.kind === b.kind && a.name === b.name
}
