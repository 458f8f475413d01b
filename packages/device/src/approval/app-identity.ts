import type { AuthorizationRequestDetails } from '@countersign/contracts'
import type { RpPin, RpPins } from '@countersign/vault'
import { NO_REDIRECT } from '../apps/return-address.ts'
import { findOwn } from '../device-storage.ts'
import type { AppCheck } from '../views.ts'
import { thumbprintOf } from './seal-claims.ts'

export type AppIdentity = Readonly<ReturnType<typeof appIdentityOf>>
type PinnedApp = Omit<AppIdentity, 'names'>

export function appIdentityOf({
  client,
  redirect_uri: redirectUri,
}: Pick<AuthorizationRequestDetails, 'client' | 'redirect_uri'>) {
  const { client_id: clientId, name, texts = {}, claims_encryption_jwk: encryptionKey } = client
  const translated = Object.values(texts).flatMap((own) => own.name ?? [])
  // The page may show any of `names`; the log and the pin have `name`.
  return { clientId, name, names: [name, ...translated], host: hostOf(redirectUri), encryptionKey }
}

/** Host and port; the scheme of a native app; empty without a redirect URI. */
function hostOf(redirectUri: string): string {
  if (redirectUri === NO_REDIRECT || !URL.canParse(redirectUri)) return ''
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol.replace(':', '') : host
}

/** By the vault's pin, which no server can change. A first key is no change; a removed key is. */
export async function checkApp(
  pins: RpPins,
  app: PinnedApp,
): Promise<Omit<AppCheck, 'last' | 'namesakes' | 'endedAt'>> {
  const pin = findOwn(pins, app.clientId)
  if (!pin) return { knownSince: undefined, hostChanged: undefined, keyChanged: false }
  // A device flow has no host.
  const isSameHost = pin.host === '' || app.host === '' || pin.host === app.host
  return {
    knownSince: pin.since,
    hostChanged: isSameHost ? undefined : { before: pin.host, after: app.host },
    keyChanged: pin.jkt !== '' && pin.jkt !== (await keyIdOf(app)),
  }
}

/** Keeps the time of the first approval. */
export async function pinFor(pins: RpPins, app: PinnedApp, now: Date): Promise<RpPin> {
  const used = now.toISOString()
  const pin = findOwn(pins, app.clientId)
  const since = pin?.since ?? used
  return { name: app.name, host: app.host || (pin?.host ?? ''), jkt: await keyIdOf(app), since, used }
}

async function keyIdOf({ encryptionKey }: PinnedApp): Promise<string> {
  return encryptionKey === undefined ? '' : thumbprintOf(encryptionKey)
}
