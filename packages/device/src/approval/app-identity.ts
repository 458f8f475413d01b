import type { AuthorizationRequestDetails, ClaimsEncryptionJwk } from '@countersign/contracts'
import { lookAlike } from '@countersign/names'
import type { RpPin, RpPins } from '@countersign/vault'
import { NO_REDIRECT } from '../apps/return-address.ts'
import type { AppCheck, KnownApp } from '../views.ts'
import { thumbprintOf } from './seal-claims.ts'

/** An app as a request describes it: `host` of its redirect URI, and its encryption key if it has one. */
export type AppIdentity = {
  readonly clientId: string
  readonly name: string
  readonly host: string
  readonly encryptionKey: ClaimsEncryptionJwk | undefined
}

/** The app's identity, from the request that the device read. */
export function appIdentityOf({
  client,
  redirect_uri: redirectUri,
}: Pick<AuthorizationRequestDetails, 'client' | 'redirect_uri'>): AppIdentity {
  const { client_id: clientId, name, claims_encryption_jwk: encryptionKey } = client
  return { clientId, name, host: hostOf(redirectUri), encryptionKey }
}

/** Host and port; the scheme for a native app, which has no host; empty without a redirect URI. */
function hostOf(redirectUri: string): string {
  if (redirectUri === NO_REDIRECT || !URL.canParse(redirectUri)) return ''
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol.replace(':', '') : host
}

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
