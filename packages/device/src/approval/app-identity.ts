import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { lookAlike } from '@countersign/names'
import type { RpPin, RpPins } from '@countersign/vault'
import { NO_REDIRECT } from '../apps/return-address.ts'
import { findOwn } from '../device-storage.ts'
import type { AppCheck, KnownApp } from '../views.ts'
import { thumbprintOf } from './seal-claims.ts'

export type AppIdentity = Readonly<ReturnType<typeof appIdentityOf>>

export function appIdentityOf({
  client,
  redirect_uri: redirectUri,
}: Pick<AuthorizationRequestDetails, 'client' | 'redirect_uri'>) {
  const { client_id: clientId, name, claims_encryption_jwk: encryptionKey } = client
  return { clientId, name, host: hostOf(redirectUri), encryptionKey }
}

/** Host and port; the scheme of a native app; empty without a redirect URI. */
function hostOf(redirectUri: string): string {
  if (redirectUri === NO_REDIRECT || !URL.canParse(redirectUri)) return ''
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol.replace(':', '') : host
}

/** By the vault's pin, which no server can change. A first key is no change; a removed key is. */
export async function checkApp(pins: RpPins, app: AppIdentity): Promise<Omit<AppCheck, 'last'>> {
  const pin = findOwn(pins, app.clientId)
  const namesakes = findNamesakes(pins, app)
  if (!pin) return { knownSince: undefined, hostChanged: undefined, keyChanged: false, namesakes }
  // A device flow has no host.
  const isSameHost = pin.host === '' || app.host === '' || pin.host === app.host
  return {
    knownSince: pin.since,
    hostChanged: isSameHost ? undefined : { before: pin.host, after: app.host },
    keyChanged: pin.jkt !== '' && pin.jkt !== (await keyIdOf(app)),
    namesakes,
  }
}

/** Keeps the time of the first approval. */
export async function pinFor(pins: RpPins, app: AppIdentity, now: Date): Promise<RpPin> {
  const used = now.toISOString()
  const pin = findOwn(pins, app.clientId)
  const since = pin?.since ?? used
  return { name: app.name, host: app.host || (pin?.host ?? ''), jkt: await keyIdOf(app), since, used }
}

async function keyIdOf({ encryptionKey }: AppIdentity): Promise<string> {
  return encryptionKey === undefined ? '' : thumbprintOf(encryptionKey)
}

/** Shared by every program on this computer. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Other client ids with a like name or host: re-registered, or impersonated. Empty if the app kept its name. */
export function findNamesakes(pins: RpPins, { clientId, name, host }: AppIdentity): readonly KnownApp[] {
  const own = findOwn(pins, clientId)
  if (own && (own.name === '' || isLikeName(own.name, name))) return []
  const isLikeHost = (pin: RpPin) =>
    own === undefined && host !== '' && !LOCAL_HOST.test(host) && lookAlike(pin.host, host)
  return Object.entries(pins)
    .filter(([id, pin]) => id !== clientId && (isLikeName(pin.name, name) || isLikeHost(pin)))
    .map(([, pin]) => ({ name: pin.name, host: pin.host, since: pin.since }))
}

/** Pins from older versions have no name. */
function isLikeName(known: string, name: string): boolean {
  return known !== '' && lookAlike(known, name)
}
