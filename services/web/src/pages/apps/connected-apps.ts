import type { Grant } from '@countersign/contracts'
import type { AppHistory, OpenedProfile, ReleasedValue } from '@countersign/device'
import { named } from '@countersign/ui/messages/app-name.ts'
import type { Language } from '@countersign/ui/messages/languages.ts'

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
  /** The start of its next request; undefined if the vault does not remember one. */
  readonly next: AppHistory['next'] | undefined
  /** ISO 8601: the last approval that the vault remembers. */
  readonly lastAt: string | undefined
  /** ISO 8601: when the user took its access back. */
  readonly endedAt: string | undefined
}

/** Times in ISO 8601. */
export type Access = {
  readonly lastUsedAt: string
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
      ...remembered(history.find((each) => each.clientId === clientId)),
      since: [...group.map(({ created_at }) => created_at), ...(pin ? [pin.since] : [])].toSorted(compare)[0] ?? '',
      access: accessOf(group),
    }
    return [app]
  })
  return living.toSorted((one, other) => compare(other.access.lastUsedAt, one.access.lastUsedAt))
}

/** Apps that were given data, or were removed, and have no access any more. */
export function formerApps({ grants, history, knownApps }: Omit<Known, 'language'>): readonly ConnectedApp[] {
  const living = new Set(grants.map(({ client }) => client.client_id))
  return history
    .filter(
      ({ clientId, released, endedAt }) => !living.has(clientId) && (released.length > 0 || endedAt !== undefined),
    )
    .map((memory) => {
      const { clientId, name, host } = memory
      const { released, next, endedAt, lastAt } = remembered(memory)
      return {
        clientId,
        name: name === '' ? clientId : name,
        host: host === '' ? undefined : host,
        released,
        next,
        endedAt,
        lastAt,
        since: (Object.hasOwn(knownApps, clientId) ? knownApps[clientId]?.since : undefined) ?? memory.lastAt,
        access: undefined,
      }
    })
}

function remembered(memory: Pick<AppHistory, 'released' | 'next' | 'endedAt'> | undefined) {
  const { released, next, endedAt } = memory ?? {}
  const lastAt = latest((released ?? []).map(({ last }) => last))
  return { released, next, endedAt, lastAt: lastAt === '' ? undefined : lastAt }
}

function accessOf(grants: readonly Grant[]): Access {
  // A single grant without a chosen end lets the app come back.
  const ends = grants.flatMap(({ ends_at: chosen }) => chosen ?? [])
  const isEndChosen = ends.length === grants.length
  return {
    lastUsedAt: latest(grants.map(({ last_used_at }) => last_used_at)),
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
