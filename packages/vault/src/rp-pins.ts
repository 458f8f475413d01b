import { utf8 } from './bytes.ts'
import { VaultError } from './errors.ts'
import { LIMITS } from './limits.ts'
import { readObject, readRecord, readText, readTime } from './parse.ts'

/** An app as the owner last approved it, to detect changes. */
export type RpPin = {
  readonly name: string
  /** Of the redirect URI; empty without one. */
  readonly host: string
  /** Thumbprint of the encryption key (RFC 7638); empty without one. */
  readonly jkt: string
  /** First approval, ISO 8601. */
  readonly since: string
  /** Last approval, ISO 8601. */
  readonly used: string
}

export type RpPins = Readonly<Record<string, RpPin>>

const WHAT = 'list of known apps'
const PIN = { name: readText, host: readText, jkt: readText, since: readTime, used: readTime }

/** @throws VaultError `malformed` */
export function readPins(value: unknown): RpPins {
  const pins = Object.entries(readObject(value, WHAT))
  return Object.fromEntries(pins.map(([clientId, pin]) => [clientId, readRecord(pin, PIN, WHAT)]))
}

/** Drops the least recently approved apps beyond the limit. @throws VaultError `too_large` for one oversized app */
export function setPins(pins: RpPins, set: RpPins): RpPins {
  const changed = Object.entries(set)
  if (changed.some((pin) => sizeOf(pin) > LIMITS.pinnedAppBytes)) {
    throw new VaultError('too_large', 'This app says too much of itself to be remembered.')
  }
  const others = Object.entries(pins).filter(([clientId]) => !Object.hasOwn(set, clientId))
  const newestFirst = others.toSorted(([, left], [, right]) => Date.parse(right.used) - Date.parse(left.used))
  let bytes = 0
  const kept = [...changed, ...newestFirst].filter((pin, index) => {
    bytes += sizeOf(pin)
    return index < LIMITS.pinnedApps && bytes <= LIMITS.pinnedAppsBytes
  })
  return Object.fromEntries(kept)
}

/** As encoded in the head. */
function sizeOf([clientId, pin]: [string, RpPin]): number {
  return utf8(`${JSON.stringify(clientId)}:${JSON.stringify(pin)},`).length
}
