import { inspectSecretsInUse, type SecretInUse } from '@countersign/core'
import { ServiceError } from '@countersign/service/errors'
import { type Environment, findText } from '@countersign/service/settings'
import type { CommandContext } from '../command-context.ts'
import type { Finding } from './finding.ts'

/**
 * How many passwords still need a value of `OPAQUE_SERVER_SETUP` or `LOGIN_INDEX_KEY` that was replaced: as long as there
 * are any, it must stay listed. Says nothing where there is no core, or no database to look at.
 */
export async function inspectPasswordSecrets({ env, withDatabase }: CommandContext): Promise<Finding[]> {
  const opaqueServerSetups = listOf(env['OPAQUE_SERVER_SETUP'])
  const loginIndexKeys = listOf(env['LOGIN_INDEX_KEY'])
  const oprf = findOprf(env)
  if ((opaqueServerSetups.length === 0 && !oprf) || loginIndexKeys.length === 0) return []
  const secrets = { opaqueServerSetups, oprf, loginIndexKeys }
  try {
    return (await withDatabase(({ sql }) => inspectSecretsInUse(sql, secrets))).map(describe)
  } catch (error) {
    // Of a database that is away or not migrated the other findings tell.
    return error instanceof ServiceError ? [AWAY] : []
  }
}

const AWAY: Finding = {
  name: 'OPAQUE_SERVER_SETUP in use',
  value: 'unknown',
  source: 'OPRF_URL',
  weakness: 'cannot be looked at: the process at OPRF_URL gives no usable answer. Check that it runs, and OPRF_TOKEN.',
  mustMend: true,
}

/** Core asks it in place of a setup of its own. */
function findOprf(env: Environment) {
  const [url, [token = '']] = [findText(env, 'OPRF_URL'), listOf(env['OPRF_TOKEN'])]
  return url === undefined ? undefined : { url, token }
}

function describe({ name, underFormer, underUnknown }: SecretInUse): Finding {
  const value = `passwords that need a former value: ${underFormer}`
  const finding = { name: `${name} in use`, value, source: 'database' }
  if (underUnknown === 0) return finding
  const weakness = `does not list a value that passwords need (${underUnknown}): restore it.`
  return { ...finding, weakness, mustMend: true }
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
}
