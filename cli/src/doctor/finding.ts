import { type Environment, findText } from '@countersign/service/settings'
import { COMPONENTS, type Component } from '../components.ts'

/** One thing that is in force. A secret's value never gets this far. */
export type Finding = {
  readonly name: string
  readonly value: string
  readonly source: string
  /** Continues a sentence that begins with the name. */
  readonly weakness?: string | undefined
  /** The weakness stops something from working: `countersign doctor` ends with exit code 1. */
  readonly mustMend?: true | undefined
}

/**
 * The components that these settings are for. One that runs apart is not given the secrets of the others, so it misses
 * none of them. Without BASE_URL this is a developer's machine, where one process serves all.
 */
export function componentsOf(env: Environment): readonly Component[] {
  const has = (...names: readonly string[]) => names.some((name) => findText(env, name) !== undefined)
  const isForCore = has('LOGIN_INDEX_KEY', 'OPRF_URL')
  if (!has('BASE_URL')) return COMPONENTS
  if (!isForCore && has('KEY_ENCRYPTION_SECRET') && !has('OPAQUE_SERVER_SETUP')) return ['provider']
  if (!isForCore && has('OPRF_TOKEN')) return ['oprf']
  if (isForCore && has('PROVIDER_URL') && !has('KEY_ENCRYPTION_SECRET')) return ['core']
  const isPage = has('CORE_URL') && !has('INTERNAL_SERVICE_TOKEN', 'DATA_TOKEN_SECRET', 'OPAQUE_SERVER_SETUP')
  return isPage && !isForCore ? ['consent'] : COMPONENTS
}
