import { readExactFields, readObject, readText, readTime } from './parse.ts'
import { readTextMap } from './plain-item.ts'

/** What a person knows of an app: how it was when they first approved it, so that a change can be pointed out. */
export type RpPin = {
  /** Where it returned to. Empty when that is not known. */
  readonly host: string
  /** Thumbprint of its encryption key (RFC 7638), empty when it had none. */
  readonly jkt: string
  /** When it was first approved, ISO 8601. */
  readonly since: string
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
  const entries = Object.entries(readObject(value, WHAT))
  return Object.fromEntries(entries.map(([clientId, pin]) => [clientId, readPin(pin)]))
}

/** Reads the pins of a head of version 1, which were thumbprints alone: the time is the best that is known. */
export function readFirstPins(value: unknown, wroteAt: string): RpPins {
  const entries = Object.entries(readTextMap(value, WHAT))
  return Object.fromEntries(entries.map(([clientId, jkt]) => [clientId, { host: '', jkt, since: wroteAt }]))
}

/** Applies edits to pins. Forgetting an app that is not known changes nothing. */
export function editPins(pins: RpPins, { set = {}, remove = [] }: RpPinEdits): RpPins {
  const kept = Object.entries(pins).filter(([clientId]) => !remove.includes(clientId))
  return Object.fromEntries([...kept, ...Object.entries(set)])
}

function readPin(value: unknown): RpPin {
  const { host, jkt, since } = readExactFields(value, ['host', 'jkt', 'since'], WHAT)
  return { host: readText(host, WHAT), jkt: readText(jkt, WHAT), since: readTime(since, WHAT) }
}
