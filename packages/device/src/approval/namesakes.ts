import { likenessesOf, lookAlike } from '@countersign/names'
import type { PlainItem, RpPin, RpPins } from '@countersign/vault'
import { appMemoriesOf } from '../apps/app-memory.ts'
import { findOwn } from '../device-storage.ts'
import type { KnownApp } from '../views.ts'
import type { AppIdentity } from './app-identity.ts'

type NamedApp = Pick<AppIdentity, 'clientId' | 'names' | 'host'>
type Known = { readonly rpPins: RpPins; readonly items: readonly PlainItem[] }

/** Shared by every program on this computer. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Other client ids with a like name, in any language, or a like host: re-registered, or impersonated. Names that the app
 * had at its last approval are its own.
 */
export function findNamesakes({ rpPins, items }: Known, { clientId, names, host }: NamedApp): readonly KnownApp[] {
  const memories = appMemoriesOf(items)
  const namesOf = (id: string, pin: RpPin) => [pin.name, ...(memories.get(id)?.names ?? [])]
  const own = findOwn(rpPins, clientId)
  const kept = likenesses(own ? namesOf(clientId, own) : [])
  const taken = likenesses(names.filter((name) => !isLike(name, kept)))
  const isLikeHost = (pin: RpPin) => !own && host !== '' && !LOCAL_HOST.test(host) && lookAlike(pin.host, host)
  return Object.entries(rpPins).flatMap(([id, pin]) => {
    if (id === clientId) return []
    const name = namesOf(id, pin).find((known) => isLike(known, taken))
    return name === undefined && !isLikeHost(pin) ? [] : [{ name: name ?? pin.name, host: pin.host, since: pin.since }]
  })
}

function likenesses(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap(likenessesOf))
}

function isLike(name: string, known: ReadonlySet<string>): boolean {
  return known.size > 0 && likenessesOf(name).some((likeness) => known.has(likeness))
}
