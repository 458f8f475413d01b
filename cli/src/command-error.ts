import { inspect } from 'node:util'
import { SettingsError } from '@countersign/service'

/** A command that cannot go on. The message is one sentence for the person at the terminal, with the cure. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const EXPECTED = new Set(['DirectoryInUse', 'DatabaseUnavailable', 'SchemaTooNew', 'ClientRegistrationError'])

/** What to print for anything that was thrown: a sentence if it was to be expected, its stack only with --verbose. */
export function describeError(error: unknown, verbose: boolean): string {
  if (!(error instanceof Error)) return String(error)
  if (verbose) return inspect(error)
  if (error instanceof CommandError || error instanceof SettingsError || EXPECTED.has(error.name)) return error.message
  return `${error.message} (--verbose shows where.)`
}
