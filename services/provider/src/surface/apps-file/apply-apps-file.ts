import type { AppsFile } from '@countersign/contracts'
import type { SqlPool } from '@countersign/service/sql'
import { readKnownScopes } from '../../catalogue/scopes/scope.store.ts'
import { setDisabled } from '../../clients/client.store.ts'
import { type Application, type AppsFileChange, isSame, startApplication } from './application.ts'
import { applyCatalogue, checkIntrospectors } from './apply-catalogue.ts'
import { applyClient, type ClientInFile } from './apply-client.ts'
import { leaveFile } from './apps-file.store.ts'

/** The file, with the content of the files that it names. */
export type AppsFileContent = Pick<AppsFile, 'claims' | 'scopes' | 'resource_servers'> & {
  readonly clients: readonly ClientInFile[]
}

/** Every problem of the file, each with the entry that it is about. */
export class AppsFileRefused extends Error {
  override readonly name = 'AppsFileRefused'

  constructor(problems: readonly string[]) {
    super(`The apps file cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}

export type AppsFileOptions = {
  readonly issuer: string | undefined
  /** Undoes everything at the end, so the answer is exact. */
  readonly isDry: boolean
}

/** Rolls the transaction back. */
class DryRun extends Error {}

/**
 * Makes the registry equal to the file, in one transaction. Answers the changes; applied again, it makes no others. Processes that
 * start together wait for each other.
 * @throws AppsFileRefused
 */
export async function applyAppsFile(
  sql: SqlPool,
  content: AppsFileContent,
  { issuer, isDry }: AppsFileOptions,
): Promise<readonly AppsFileChange[]> {
  let changes: readonly AppsFileChange[] = []
  const work = sql.transaction(async (transaction) => {
    const application = await startApplication(transaction)
    await applyCatalogue(application, content, issuer)
    await applyClients(application, content.clients)
    await checkIntrospectors(application, content)
    await letOthersLeave(application)
    if (application.problems.length > 0) throw new AppsFileRefused(application.problems)
    changes = application.changes
    if (isDry) throw new DryRun()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error
  })
  return changes
}

async function applyClients({ sql, clients, enter }: Application, entries: AppsFileContent['clients']): Promise<void> {
  const known = await readKnownScopes(sql)
  for (const entry of entries) {
    const { client_id: name } = entry.client
    const current = clients.find(({ clientId }) => clientId === name)
    await enter({ kind: 'client', name }, async () => ({
      isNew: current === undefined,
      members: await applyClient(sql, entry, { current, known }),
    }))
  }
}

async function letOthersLeave({ sql, former, entered, changes }: Application): Promise<void> {
  for (const { kind, name } of former.filter(({ hasLeft }) => !hasLeft)) {
    const entry = { kind, name }
    if (entered.some((each) => isSame(each, entry))) continue
    if (kind === 'client') await setDisabled(sql, name, true)
    await leaveFile(sql, entry)
    changes.push({ ...entry, act: 'leave', members: [] })
  }
}
