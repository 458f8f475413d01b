import { utf8 } from './bytes.ts'
import { VaultError } from './errors.ts'
import { readTextMap } from './item.ts'
import { LIMITS } from './limits.ts'
import { readExactFields, readObject, readText, readTime } from './parse.ts'

/** What a person knows of an app: how it was when they last approved it, so that a change can be pointed out. */
export type RpPin = {
  /** Empty when that is not known. */
  readonly name: string
  /** Where it returned to. Empty when that is not known. */
  readonly host: string
  /** Thumbprint of its encryption key (RFC 7638), empty when it had none. */
  readonly jkt: string
  /** When it was first approved, ISO 8601. */
  readonly since: string
  /** When it was last approved, ISO 8601. */
  readonly used: string
}

/** Pins by the app's client id. */
export type RpPins = Readonly<Record<string, RpPin>>

/** Apps to remember and to forget. A changed app is set anew, once its owner has confirmed it. */
export type RpPinEdits = {
  readonly set?: RpPins | undefined
  readonly remove?: readonly string[] | undefined
}

const WHAT = 'list of known apps'

/**
 * Reads pins, field by field.
 * @throws VaultError `malformed`
 */
export function readPins(value: unknown): RpPins {
  return mapPins(value, (pin) => {
    const { name, host, jkt, since, used } = readExactFields(pin, ['name', 'host', 'jkt', 'since', 'used'], WHAT)
    return { name: readText(name, WHAT), ...readPlace({ host, jkt, since }), used: readTime(used, WHAT) }
  })
}

/** Reads the pins of a head of version 2, which knew neither names nor when an app was last approved. */
export function readPinsV2(value: unknown): RpPins {
  return mapPins(value, (pin) => {
    const place = readPlace(readExactFields(pin, ['host', 'jkt', 'since'], WHAT))
    return { name: '', ...place, used: place.since }
  })
}

/** Reads the pins of a head of version 1, which were thumbprints alone: the time is the best that is known. */
export function readPinsV1(value: unknown, wroteAt: string): RpPins {
  return mapPins(readTextMap(value, WHAT), (jkt) => {
    return { name: '', host: '', jkt: readText(jkt, WHAT), since: wroteAt, used: wroteAt }
  })
}

/**
 * Applies edits to pins. Forgetting an app that is not known changes nothing. Of too many the ones that were not used
 * for longest are dropped.
 * @throws VaultError `too_large` for an app that says more of itself than any needs to
 */
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

/** As it stands in the head. */
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
