import { inspect } from 'node:util'
import { SettingsError } from '@countersign/service/settings'

/** A command that cannot go on. The message is one sentence for the person at the terminal, with the cure. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const EXPECTED = new Set([
  'DirectoryInUse',
  'DatabaseUnavailable',
  'MigrationBlocked',
  'MigrationChanged',
  'SchemaTooNew',
  'ClientRegistrationError',
  'ServiceError',
  'VaultError',
])

const MISSING_SECRET = /^(INTERNAL_SERVICE_TOKEN|DATA_TOKEN_SECRET|OPAQUE_SERVER_SETUP|LOGIN_INDEX_KEY) is not set/

/** What to print for anything that was thrown: a sentence if it was to be expected, its stack only with --verbose. */
export function describeError(error: unknown, verbose: boolean): string {
  if (!(error instanceof Error)) return inspect(error)
  if (verbose) return inspect(error)
  if (error instanceof SettingsError) return describeProblems(error)
  if (error instanceof CommandError || EXPECTED.has(error.name)) return error.message
  return `${error.message} (--verbose shows where.)`
}

function describeProblems({ message, problems }: SettingsError): string {
  const isSecretMissing = problems.some((problem) => MISSING_SECRET.test(problem))
  return isSecretMissing ? `${message}\nNew secrets: countersign secrets --out FILE` : message
}
