import type { Grant } from '@countersign/contracts'
import type { AppHistory, OpenedProfile, ReleasedValue } from '@countersign/device'
import { named } from '../../messages/app-name.ts'
import type { Language } from '../../messages/languages.ts'

export type ConnectedApp = {
  readonly clientId: string
  readonly name: string
  /** The return host of the last approval; undefined if the vault has none. */
  readonly host: string | undefined
  /** The released values; undefined if the vault did not record them yet. */
  readonly released: readonly ReleasedValue[] | undefined
  /** ISO 8601: the first approval in the vault, else the oldest live grant. */
  readonly since: string
  readonly access: Access | undefined
}

/** Times in ISO 8601. */
export type Access = {
  readonly lastUsedAt: string
  readonly tokenUntil: string | undefined
  /** When access ends: certainly if the user chose it, else unless the app comes back before. */
  readonly endsAt: string
  readonly isEndChosen: boolean
}

type Known = {
  readonly grants: readonly Grant[]
  readonly history: readonly AppHistory[]
  readonly knownApps: OpenedProfile['knownApps']
  readonly language: Language
}

/** One entry per app, the last used first: several approvals of an app are one decision. */
export function connectedApps({ grants, history, knownApps, language }: Known): readonly ConnectedApp[] {
  const byClient = Map.groupBy(grants, ({ client }) => client.client_id)
  const living = [...byClient].flatMap(([clientId, group]) => {
    const [newest] = group.toSorted((one, other) => compare(other.created_at, one.created_at))
    if (!newest) return []
    const pin = Object.hasOwn(knownApps, clientId) ? knownApps[clientId] : undefined
    const app: ConnectedApp & { access: Access } = {
      clientId,
      name: named(newest.client, language).name,
      host: pin?.host === '' ? undefined : pin?.host,
      released: history.find((each) => each.clientId === clientId)?.released,
      since: [...group.map(({ created_at }) => created_at), ...(pin ? [pin.since] : [])].toSorted(compare)[0] ?? '',
      access: accessOf(group),
    }
    return [app]
  })
  return living.toSorted((one, other) => compare(other.access.lastUsedAt, one.access.lastUsedAt))
}

/** Apps that were given data and have no access any more. */
export function formerApps({ grants, history, knownApps }: Omit<Known, 'language'>): readonly ConnectedApp[] {
  const living = new Set(grants.map(({ client }) => client.client_id))
  return history
    .filter(({ clientId, released }) => !living.has(clientId) && released.length > 0)
    .map(({ clientId, name, host, lastAt, released }) => ({
      clientId,
      name: name === '' ? clientId : name,
      host: host === '' ? undefined : host,
      released,
      since: (Object.hasOwn(knownApps, clientId) ? knownApps[clientId]?.since : undefined) ?? lastAt,
      access: undefined,
    }))
}

function accessOf(grants: readonly Grant[]): Access {
  // A single grant without a chosen end lets the app come back.
  const ends = grants.flatMap(({ ends_at: chosen }) => chosen ?? [])
  const isEndChosen = ends.length === grants.length
  const tokens = grants.flatMap(({ access_expires_at: until }) => (until === null ? [] : [until]))
  return {
    lastUsedAt: latest(grants.map(({ last_used_at }) => last_used_at)),
    tokenUntil: tokens.length === 0 ? undefined : latest(tokens),
    endsAt: latest(isEndChosen ? ends : grants.map(({ expires_at }) => expires_at)),
    isEndChosen,
  }
}

function latest(times: readonly string[]): string {
  return times.toSorted(compare).at(-1) ?? ''
}

/** Compares moments, not texts: two services may format a time differently. */
function compare(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other)
}
