import { lookAlike } from '@countersign/names'
import type { RpPin, RpPins } from '@countersign/vault'
import type { KnownApp } from '../views.ts'
import type { AppIdentity } from './app-identity.ts'

/** A program on this computer: every one of them returns there. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Finds approved apps with another identifier whose name or site looks like this one's, as far as `@countersign/names`
 * can tell: the app was registered again, or it impersonates the other. Skips apps that kept their name.
 */
export function findNamesakes(pins: RpPins, { clientId, name, host }: AppIdentity): readonly KnownApp[] {
  const own = Object.hasOwn(pins, clientId) ? pins[clientId] : undefined
  if (own && (own.name === '' || isLikeName(own.name, name))) return []
  const isLikeHost = (pin: RpPin) =>
    own === undefined && host !== '' && !LOCAL_HOST.test(host) && lookAlike(pin.host, host)
  return Object.entries(pins)
    .filter(([id, pin]) => id !== clientId && (isLikeName(pin.name, name) || isLikeHost(pin)))
    .map(([, pin]) => ({ name: pin.name, host: pin.host, since: pin.since }))
}

/** Of apps that were approved before names were kept, the name is not known. */
function isLikeName(known: string, name: string): boolean {
  return known !== '' && lookAlike(known, name)
}
