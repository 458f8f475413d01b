import { isIP } from 'node:net'
import { SettingRefused } from './settings.ts'

export function parseText(text: string): string {
  return text
}

export function textOfAtLeast(minLength: number): (text: string) => string {
  return (text) => {
    if (text.length >= minLength) return text
    throw new SettingRefused(`must have at least ${minLength} characters.`)
  }
}

export function integerFrom(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= min && number <= max) return number
    throw new SettingRefused(`must be a whole number from ${min} to ${max}.`)
  }
}

export function parseFlag(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new SettingRefused('must be true or false.')
}

/** `host:port`; an IPv6 address in brackets. */
export function parseListenAddress(text: string): { readonly host: string; readonly port: number } {
  const {
    host = '',
    bracketed = host,
    port = '',
  } = /^(?:\[(?<bracketed>[\da-f:.]+)\]|(?<host>[\w.-]+)):(?<port>\d{1,5})$/i.exec(text)?.groups ?? {}
  if (bracketed !== '' && Number(port) <= 65_535) return { host: bracketed, port: Number(port) }
  throw new SettingRefused('must be an address and a port, like 127.0.0.1:9464 or [::1]:9464.')
}

/** An absolute http or https URL without query, fragment or trailing slash. */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !text.endsWith('/')) {
    return text
  }
  throw new SettingRefused('must be an http or https URL without user, query, fragment or trailing slash.')
}

export function listOfAtLeast(minLength: number): (text: string) => readonly string[] {
  return (text) => {
    const values = splitList(text)
    if (values.length > 0 && values.every((value) => value.length >= minLength)) return values
    throw new SettingRefused(`must hold values of at least ${minLength} characters each, separated by commas.`)
  }
}

export function oneOf<Option extends string>(...options: readonly Option[]): (text: string) => Option {
  return (text) => {
    const option = options.find((each) => each === text)
    if (option !== undefined) return option
    throw new SettingRefused(`must be one of: ${options.join(', ')}.`)
  }
}

export function parseNetworks(text: string): readonly string[] {
  const values = splitList(text)
  if (values.every(isNetwork)) return values
  throw new SettingRefused('must hold IP addresses or networks (10.0.0.0/8), separated by commas.')
}

/** Turns a parser's own error type into a refusal of the setting. */
export function refusedBy<Value>(
  kind: new (rule: string) => Error,
  parse: (text: string) => Promise<Value>,
): (text: string) => Promise<Value> {
  return async (text) => {
    try {
      return await parse(text)
    } catch (error) {
      throw error instanceof kind ? new SettingRefused(error.message) : error
    }
  }
}

/** Comma-separated values without empty ones. */
export function splitList(text = ''): string[] {
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
