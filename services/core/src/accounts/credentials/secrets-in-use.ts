import type { Sql } from '@countersign/service/sql'
import type { CoreConfig } from '../../ground/config.ts'
import { type EventLog, logUnknownSecret } from '../../ground/events.ts'
import { createOpaqueEvaluator } from '../../ground/oprf/create-evaluator.ts'
import { loginIndexKeyId } from '../../ground/secret-fingerprint.ts'
import { countPasswordsBySecrets } from './passwords/password.store.ts'

export type SecretInUse = {
  readonly name: 'OPAQUE_SERVER_SETUP' | 'LOGIN_INDEX_KEY'
  /** Passwords under a listed value that is not the newest: it must stay while there are any. */
  readonly underFormer: number
  /** Passwords under a value that is not listed: they cannot sign in. */
  readonly underUnknown: number
}

type Secrets = Pick<CoreConfig, 'opaqueServerSetups' | 'oprf' | 'loginIndexKeys'>

/**
 * How many passwords need which values of the two secrets that are replaced one password at a time.
 * @throws `service_unavailable` if the process that has the setups is away
 */
export async function inspectSecretsInUse(
  sql: Sql,
  { loginIndexKeys, ...setupsOrOprf }: Secrets,
): Promise<readonly SecretInUse[]> {
  const { setup_ids: setupIds } = await (await createOpaqueEvaluator(setupsOrOprf)).listSetups()
  const uses = await countPasswordsBySecrets(sql)
  const setups = uses.map(({ setupId, count }) => ({ id: setupId, count }))
  const keys = uses.map(({ indexKeyId, count }) => ({ id: indexKeyId, count }))
  return [
    { name: 'OPAQUE_SERVER_SETUP', ...countById(setups, setupIds) },
    { name: 'LOGIN_INDEX_KEY', ...countById(keys, loginIndexKeys.map(loginIndexKeyId)) },
  ]
}

type WarningParts = { readonly sql: Sql; readonly config: Secrets; readonly logger: EventLog }

export async function warnOfUnknownSecrets({ sql, config, logger }: WarningParts): Promise<void> {
  for (const { name, underUnknown } of await inspectSecretsInUse(sql, config)) {
    if (underUnknown > 0) logUnknownSecret(logger, { setting: name, passwords: underUnknown })
  }
}

type Use = { readonly id: string; readonly count: number }

function countById(uses: readonly Use[], [newest, ...former]: readonly string[]) {
  const count = (belongs: (id: string) => boolean): number =>
    uses.filter(({ id }) => belongs(id)).reduce((sum, use) => sum + use.count, 0)
  return {
    underFormer: count((id) => former.includes(id)),
    underUnknown: count((id) => id !== newest && !former.includes(id)),
  }
}
