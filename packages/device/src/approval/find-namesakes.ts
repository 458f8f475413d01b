import type { RpPin, RpPins } from '@countersign/vault'
import type { AppIdentity } from '../device-calls.ts'
import type { KnownApp } from '../views.ts'

/** A program on this computer: every one of them returns there. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/**
 * Finds apps that were approved under another identifier and read like this one, or return to the same site. Either its
 * operator registered it anew, or somebody wants to be taken for it. Of an app that has kept its name they are no news.
 */
export function findNamesakes(pins: RpPins, { clientId, name, host }: AppIdentity): readonly KnownApp[] {
  const own = Object.hasOwn(pins, clientId) ? pins[clientId] : undefined
  if (own && (own.name === '' || isSameName(own.name, name))) return []
  const isSameHost = (pin: RpPin) => own === undefined && pin.host === host && host !== '' && !LOCAL_HOST.test(host)
  return Object.entries(pins)
    .filter(([id, pin]) => id !== clientId && (isSameName(pin.name, name) || isSameHost(pin)))
    .map(([, pin]) => ({ name: pin.name, host: pin.host, since: pin.since }))
}

/** Of apps that were approved before names were kept, the name is not known. */
function isSameName(known: string, name: string): boolean {
  return known !== '' && foldName(known) === foldName(name)
}

/** What a person can hardly tell apart is one name: forms of Unicode, capitals, spaces, invisible characters. */
function foldName(name: string): string {
  return name.normalize('NFKC').replaceAll(INVISIBLE, '').toUpperCase().toLowerCase().normalize('NFKC')
}
