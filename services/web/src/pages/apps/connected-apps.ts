import type { Grant } from '@countersign/contracts'
import type { AppHistory, OpenedProfile, ReleasedValue } from '@countersign/device'

/** An app that has access, or was given something before. */
export type ConnectedApp = {
  readonly clientId: string
  readonly name: string
  /** Where it returned to when it was approved last; undefined where the vault does not say. */
  readonly host: string | undefined
  /** What it was really given; undefined where the vault did not keep that yet. */
  readonly released: readonly ReleasedValue[] | undefined
  /** ISO 8601: the first approval that the vault remembers, else the oldest one that lives. */
  readonly since: string
  /** What lives of its access; undefined if nothing does. */
  readonly access: Access | undefined
}

/** Times in ISO 8601. */
export type Access = {
  readonly lastUsedAt: string
  /** Until when an access token lives. */
  readonly tokenUntil: string | undefined
  /** When it ends unless the app comes back before, and if the person chose that: in any case. */
  readonly endsAt: string
  readonly isEndChosen: boolean
}

type Known = {
  readonly grants: readonly Grant[]
  readonly history: readonly AppHistory[]
  readonly knownApps: OpenedProfile['knownApps']
}

/** One entry for each app, the one used last first: that an app was approved twice is not a thing to decide about. */
export function connectedApps({ grants, history, knownApps }: Known): readonly ConnectedApp[] {
  const byClient = Map.groupBy(grants, ({ client }) => client.client_id)
  const living = [...byClient].flatMap(([clientId, group]) => {
    const [newest] = group.toSorted((one, other) => compare(other.created_at, one.created_at))
    if (!newest) return []
    const pin = Object.hasOwn(knownApps, clientId) ? knownApps[clientId] : undefined
    const app: ConnectedApp & { access: Access } = {
      clientId,
      name: newest.client.name,
      host: pin?.host === '' ? undefined : pin?.host,
      released: history.find((each) => each.clientId === clientId)?.released,
      since: earliest([...group.map(({ created_at }) => created_at), ...(pin ? [pin.since] : [])]),
      access: accessOf(group),
    }
    return [app]
  })
  return living.toSorted((one, other) => compare(other.access.lastUsedAt, one.access.lastUsedAt))
}

/** Apps that were given something and have no access any more. */
export function formerApps({ grants, history, knownApps }: Known): readonly ConnectedApp[] {
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
  // One grant without a chosen end lets the app come back.
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

function earliest(times: readonly string[]): string {
  return times.toSorted(compare)[0] ?? ''
}

function latest(times: readonly string[]): string {
  return times.toSorted(compare).at(-1) ?? ''
}

/** By the moment, not the text: two services may write a time in two ways. */
function compare(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other)
}
