import { isIP } from 'node:net'

/** What is wrong with the environment, all at once: names and rules, never values. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

type TextRule = { readonly minLength?: number; readonly fallback?: string }
type IntegerRule = { readonly min: number; readonly max: number; readonly fallback: number }

export type SettingsReader = ReturnType<typeof readSettings>

/**
 * Reads settings one by one and collects every problem, so that an operator mends all of them in one go.
 * Nothing is thrown before `done()`, which throws a SettingsError if anything was wrong.
 */
export function readSettings(env: Environment) {
  const problems: string[] = []
  const refuse = (name: string, rule: string): void => void problems.push(`${name} ${rule}`)

  function optionalText(name: string): string | undefined {
    const value = env[name]?.trim()
    return value === '' ? undefined : value
  }

  function text(name: string, { minLength = 1, fallback }: TextRule = {}): string {
    const value = optionalText(name) ?? fallback
    if (value === undefined) refuse(name, 'is not set.')
    else if (value.length < minLength) refuse(name, `must have at least ${minLength} characters.`)
    return value ?? ''
  }

  function integer(name: string, { min, max, fallback }: IntegerRule): number {
    const value = optionalText(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    refuse(name, `must be a whole number from ${min} to ${max}.`)
    return fallback
  }

  function flag(name: string, fallback: boolean): boolean {
    const value = optionalText(name)
    if (value !== undefined && value !== 'true' && value !== 'false') refuse(name, 'must be true or false.')
    return value === undefined ? fallback : value === 'true'
  }

  /** An absolute http or https URL without query, fragment or trailing slash. */
  function baseUrl(name: string, fallback?: string): string {
    const value = text(name, fallback === undefined ? {} : { fallback })
    if (value === '') return value
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || value.endsWith('/')) {
      refuse(name, 'must be an http or https URL without user, query, fragment or trailing slash.')
    }
    return value
  }

  function done(): void {
    if (problems.length > 0) throw new SettingsError(problems)
  }

  return {
    optionalText,
    text,
    integer,
    flag,
    baseUrl,
    ...readersOfSeveral({ optionalText, text, refuse }),
    refuse,
    done,
  }
}

type SimpleReaders = {
  readonly optionalText: (name: string) => string | undefined
  readonly text: (name: string) => string
  readonly refuse: (name: string, rule: string) => void
}

/** Settings that hold one of several values, or several at once. */
function readersOfSeveral({ optionalText, text, refuse }: SimpleReaders) {
  function list(name: string, { minLength }: { readonly minLength: number }): readonly string[] {
    const values = splitList(text(name))
    if (values.some((value) => value.length < minLength)) {
      refuse(name, `must hold values of at least ${minLength} characters each, separated by commas.`)
    }
    return values
  }

  /** One of a few words. */
  function choice<Option extends string>(name: string, options: readonly Option[], fallback: Option): Option {
    const value = optionalText(name) ?? fallback
    const option = options.find((each) => each === value)
    if (option === undefined) refuse(name, `must be one of: ${options.join(', ')}.`)
    return option ?? fallback
  }

  /** IP addresses and networks in CIDR notation, separated by commas; none if it is not set. */
  function networks(name: string): readonly string[] {
    const values = splitList(optionalText(name) ?? '')
    if (!values.every(isNetwork)) refuse(name, 'must hold IP addresses or networks (10.0.0.0/8), separated by commas.')
    return values
  }

  return { list, choice, networks }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return bits > 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}
