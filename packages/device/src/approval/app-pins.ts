import type { RpPin, RpPins } from '@countersign/vault'
import type { AppCheck } from '../views.ts'
import type { AppIdentity } from './app-identity.ts'
import { findNamesakes } from './find-namesakes.ts'
import { thumbprintOf } from './seal-claims.ts'

/**
 * Compares an app with its pin in the vault, which neither core nor the provider can change. A first key is no change;
 * a removed key is.
 */
export async function checkApp(pins: RpPins, app: AppIdentity): Promise<Omit<AppCheck, 'last'>> {
  const pin = findPin(pins, app.clientId)
  const namesakes = findNamesakes(pins, app)
  if (!pin) return { knownSince: undefined, hostChanged: undefined, keyChanged: false, namesakes }
  // The answer to a device goes to no address, and says nothing of the one that was known.
  const isSameHost = pin.host === '' || app.host === '' || pin.host === app.host
  return {
    knownSince: pin.since,
    hostChanged: isSameHost ? undefined : { before: pin.host, after: app.host },
    keyChanged: pin.jkt !== '' && pin.jkt !== (await keyIdOf(app)),
    namesakes,
  }
}

/** How the app is remembered from this approval on. When it was first approved stays. */
export async function pinFor(pins: RpPins, app: AppIdentity, now: Date): Promise<RpPin> {
  const used = now.toISOString()
  const pin = findPin(pins, app.clientId)
  const since = pin?.since ?? used
  return { name: app.name, host: app.host || (pin?.host ?? ''), jkt: await keyIdOf(app), since, used }
}

function findPin(pins: RpPins, clientId: string): RpPin | undefined {
  return Object.hasOwn(pins, clientId) ? pins[clientId] : undefined
}

/** Empty for an app without a key. */
async function keyIdOf({ encryptionKey }: AppIdentity): Promise<string> {
  return encryptionKey === undefined ? '' : thumbprintOf(encryptionKey)
}
