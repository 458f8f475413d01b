import { SCOPE_CATALOGUE } from '@countersign/contracts'
import { ClientError } from '@countersign/device'
import { CommandError } from '../command-error.ts'

const CLAIMS = SCOPE_CATALOGUE.flatMap(({ claims }) => claims)

/** @throws CommandError */
export function parseAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/$/, '')
  throw new CommandError(`An address begins with http:// or https://, so "${text}" is none.`)
}

/** Adds `name=value` to the claims that were given before. */
export function parseClaim(text: string, claims: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (value === '') throw new CommandError(`--claim takes name=value, not "${text}".`)
  if (CLAIMS.includes(name)) return { ...claims, [name]: value }
  throw new CommandError(`There is no claim "${name}". There are: ${CLAIMS.join(', ')}.`)
}

/**
 * What a person at the terminal can do about a failure.
 * @throws CommandError, or what it was given if that is not the device's
 */
export function explainFailure(error: unknown, core: string): never {
  if (!(error instanceof ClientError)) throw error
  const { code, retryAfterSeconds } = error.failure
  if (code === 'too_many_requests') {
    const wait = retryAfterSeconds === undefined ? 'later' : `in ${Math.ceil(retryAfterSeconds / 60)} minutes`
    throw new CommandError(`One network may sign up only so often: try again ${wait}, or raise RATE_LIMIT_SIGN_UPS.`)
  }
  if (code === 'offline' || code === 'timeout') {
    throw new CommandError(`Nothing answers at ${core}. Start it (countersign dev), or say where it is: --core URL`)
  }
  if (code === 'not_found' || code === 'unexpected_answer') {
    throw new CommandError(`What answers at ${core} is not Countersign, or does not know the request. See: --core URL`)
  }
  throw new CommandError(`That did not work: ${code}.`)
}
