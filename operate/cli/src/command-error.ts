import { inspect } from 'node:util'
import { SettingsError } from '@countersign/service/settings'

/** A refusal for the user: one sentence, with what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const EXPECTED = new Set([
  'AppsFileRefused',
  'DirectoryInUse',
  'DatabaseTooOld',
  'DatabaseUnavailable',
  'MigrationBlocked',
  'MigrationChanged',
  'MigrationNotAllowed',
  'RightsMissing',
  'RoleRefused',
  'SchemaTooNew',
  'ClientRegistrationError',
  'ServiceError',
  'TestMailRefused',
  'VaultError',
  'VerifyError',
])

const MISSING_SECRET =
  /^(INTERNAL_SERVICE_TOKEN|DATA_TOKEN_SECRET|TOKEN_SECRET|OPAQUE_SERVER_SETUP|LOGIN_INDEX_KEY) is not set/

/** Formats an expected error as its sentence; --verbose adds the stack. */
export function describeError(error: unknown, verbose: boolean): string {
  if (!(error instanceof Error)) return inspect(error)
  if (verbose) return inspect(error)
  if (error instanceof SettingsError) return describeProblems(error)
  if (error instanceof CommandError || EXPECTED.has(error.name)) return error.message
  return `${error.message} (--verbose shows where.)`
}

function describeProblems({ message, problems }: SettingsError): string {
  const missing = problems.flatMap((problem) => MISSING_SECRET.exec(problem)?.[1] ?? [])
  if (missing.length === 0) return message
  // Added after the others, which must stay as they are.
  if (missing.join() === 'TOKEN_SECRET')
    return `${message}\nA new one, for every process of the provider: countersign secrets | grep ^TOKEN_SECRET=`
  return `${message}\nNew secrets: countersign secrets --out FILE`
}
