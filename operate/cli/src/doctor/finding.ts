import { type Environment, isSet } from '@countersign/service/settings'
import type { CommandContext } from '../command-context.ts'
import { COMPONENTS, type Component } from '../components.ts'

/** A setting or state in force. Never holds a secret's value. */
export type Finding = {
  readonly name: string
  readonly value: string
  readonly source: string
  /** Continues a sentence that begins with `name`. */
  readonly weakness?: string | undefined
  /** Something does not work: `countersign doctor` exits with 1. */
  readonly mustMend?: true | undefined
}

/** Everything that an inspection needs: a running process has it too. */
export type Inspected = Pick<CommandContext, 'env' | 'withDatabase'>

/**
 * The components that these settings are for: one that runs apart lacks the secrets of the others. Without BASE_URL, one
 * process serves all on a developer's machine.
 */
export function componentsOf(env: Environment): readonly Component[] {
  const has = (...names: readonly string[]) => names.some((name) => isSet(env, name))
  const isForCore = has('LOGIN_INDEX_KEY', 'OPRF_URL')
  if (!has('BASE_URL')) return COMPONENTS
  const hasOwnOfProvider = has('TOKEN_SECRET', 'KEY_ENCRYPTION_SECRET')
  // Settings without any secret of core must not be told to take one in.
  const isForProvider = hasOwnOfProvider || (has('INTERNAL_SERVICE_TOKEN') && has('DATA_TOKEN_SECRET'))
  if (!isForCore && isForProvider && !has('OPAQUE_SERVER_SETUP')) return ['provider']
  if (!isForCore && has('OPRF_TOKEN')) return ['oprf']
  if (isForCore && has('PROVIDER_URL') && !hasOwnOfProvider) return ['core']
  const isPage = has('CORE_URL') && !has('INTERNAL_SERVICE_TOKEN', 'DATA_TOKEN_SECRET', 'OPAQUE_SERVER_SETUP')
  return isPage && !isForCore ? ['web'] : COMPONENTS
}
