import type { Grant } from '@countersign/contracts'
import type { OpenedProfile } from '@countersign/device'

/** An app that has a living approval. */
export type ConnectedApp = {
  readonly clientId: string
  readonly name: string
  readonly logo: string
  readonly description: string
  /** Everything that any of its approvals allows. */
  readonly scopes: readonly string[]
  /** ISO 8601: the first approval that the vault remembers, else the oldest one that lives. */
  readonly since: string
  /** ISO 8601. */
  readonly lastUsedAt: string
  /** Where it returned to when it was approved last; undefined where the vault does not say. */
  readonly host: string | undefined
  readonly grantIds: readonly string[]
}

/** One entry for each app, the one used last first: that an app was approved twice is not a thing to decide about. */
export function connectedApps(grants: readonly Grant[], knownApps: OpenedProfile['knownApps']): ConnectedApp[] {
  const byClient = Map.groupBy(grants, ({ client }) => client.client_id)
  const apps = [...byClient].flatMap(([clientId, group]) => {
    const [newest] = group.toSorted((one, other) => compare(other.created_at, one.created_at))
    if (!newest) return []
    const pin = Object.hasOwn(knownApps, clientId) ? knownApps[clientId] : undefined
    const { name, logo, description } = newest.client
    return {
      clientId,
      name,
      logo,
      description,
      scopes: [...new Set(group.flatMap(({ scopes }) => scopes))],
      since: earliest([...group.map(({ created_at }) => created_at), ...(pin ? [pin.since] : [])]),
      lastUsedAt: latest(group.map(({ last_used_at }) => last_used_at)),
      host: pin?.host === '' ? undefined : pin?.host,
      grantIds: group.map(({ grant_id }) => grant_id),
    }
  })
  return apps.toSorted((one, other) => compare(other.lastUsedAt, one.lastUsedAt))
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
