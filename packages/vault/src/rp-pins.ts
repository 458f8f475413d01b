import { utf8 } from './bytes.ts'
import { VaultError } from './errors.ts'
import { readTextMap } from './item.ts'
import { LIMITS } from './limits.ts'
import { readExactFields, readObject, readText, readTime } from './parse.ts'

/** An app as the owner last approved it, to detect changes. */
export type RpPin = {
  /** May be empty: unknown. */
  readonly name: string
  /** Of the redirect URI. May be empty: unknown. */
  readonly host: string
  /** Thumbprint of the encryption key (RFC 7638); empty without one. */
  readonly jkt: string
  /** First approval, ISO 8601. */
  readonly since: string
  /** Last approval, ISO 8601. */
  readonly used: string
}

export type RpPins = Readonly<Record<string, RpPin>>

export type RpPinEdits = {
  readonly set?: RpPins | undefined
  readonly remove?: readonly string[] | undefined
}

const WHAT = 'list of known apps'

/** @throws VaultError `malformed` */
export function readPins(value: unknown): RpPins {
  return mapPins(value, (pin) => {
    const { name, host, jkt, since, used } = readExactFields(pin, ['name', 'host', 'jkt', 'since', 'used'], WHAT)
    return { name: readText(name, WHAT), ...readPlace({ host, jkt, since }), used: readTime(used, WHAT) }
  })
}

/** Version 2 had neither names nor times of the last approval. */
export function readPinsV2(value: unknown): RpPins {
  return mapPins(value, (pin) => {
    const place = readPlace(readExactFields(pin, ['host', 'jkt', 'since'], WHAT))
    return { name: '', ...place, used: place.since }
  })
}

/** Version 1 had only thumbprints; the head's time stands in for the rest. */
export function readPinsV1(value: unknown, wroteAt: string): RpPins {
  return mapPins(readTextMap(value, WHAT), (jkt) => {
    return { name: '', host: '', jkt: readText(jkt, WHAT), since: wroteAt, used: wroteAt }
  })
}

/** Drops the least recently approved apps beyond the limit. @throws VaultError `too_large` for one oversized app */
export function editPins(pins: RpPins, { set = {}, remove = [] }: RpPinEdits): RpPins {
  const changed = Object.entries(set)
  if (changed.some((pin) => sizeOf(pin) > LIMITS.pinnedAppBytes)) {
    throw new VaultError('too_large', 'This app says too much of itself to be remembered.')
  }
  const gone = new Set([...remove, ...Object.keys(set)])
  const others = Object.entries(pins).filter(([clientId]) => !gone.has(clientId))
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

function mapPins(value: unknown, readPin: (pin: unknown) => RpPin): RpPins {
  const entries = Object.entries(readObject(value, WHAT))
  return Object.fromEntries(entries.map(([clientId, pin]) => [clientId, readPin(pin)]))
}

function readPlace({ host, jkt, since }: Record<'host' | 'jkt' | 'since', unknown>) {
  return { host: readText(host, WHAT), jkt: readText(jkt, WHAT), since: readTime(since, WHAT) }
}
