import type { ActivityEvent, OpenVault, PlainItem } from '@countersign/vault'
import { CLAIM_KIND, type ClaimItem, type Issuer } from '../claims/claim-items.ts'
import { type AskedScope, type ScopeShare, startingShares } from '../claims/claims.ts'
import { isOfCredential } from '../claims/credential-names.ts'
import { offeredClaims } from '../credentials/requested-credentials.ts'
import { hashText } from '../crypto.ts'
import { findOwn } from '../device-storage.ts'
import type { LastChoice, OpenedProfile, ReceiptValue } from '../views.ts'
import { type AppMemory, appMemoriesOf, LEFT_OUT } from './app-memory.ts'

/** Limited to entries and offered credentials that still exist: one that replaces another counts as new. */
export function lastChoiceFor(
  items: readonly PlainItem[],
  clientId: string,
  offered: readonly Pick<ClaimItem, 'id'>[],
): LastChoice | undefined {
  const memory = appMemoriesOf(items).get(clientId)
  return memory && choiceAmong([...items.filter(({ kind }) => kind === CLAIM_KIND), ...offered], memory)
}

function choiceAmong(
  vault: readonly Pick<ClaimItem, 'id'>[],
  { claims, scopes, released, standing }: Pick<AppMemory, 'claims' | 'scopes' | 'released' | 'standing'>,
): LastChoice {
  const entries = new Set(vault.map(({ id }) => id))
  return {
    claims: Object.fromEntries(Object.entries(claims).filter(([, entry]) => entry === LEFT_OUT || entries.has(entry))),
    scopes,
    values: Object.fromEntries(released.map(({ claim, value }) => [claim, value])),
    keepsUpToDate: standing !== undefined,
  }
}

export type AppHistory = Readonly<ReturnType<typeof appHistoryOf>[number]>

/** Latest first. `name` and `host` are empty if forgotten; `next`: the input of `nextShares`. */
export function appHistoryOf({ items, rpPins }: Pick<OpenVault, 'items' | 'rpPins'>) {
  const apps = [...appMemoriesOf(items)].map(([clientId, { at, claims, scopes, released, asked, endedAt }]) => {
    const pin = findOwn(rpPins, clientId)
    const last = asked.at(-1)
    const next = {
      claims,
      scopes,
      released,
      asked: last && { ...last, client: { ...last.client, client_id: clientId } },
    }
    return { clientId, name: pin?.name ?? '', host: pin?.host ?? '', lastAt: at, endedAt, released, next }
  })
  return apps.toSorted((left, right) => (left.lastAt > right.lastAt ? -1 : 1))
}

/** The start of an app's next request, if it is like its last one. Empty for an app that the vault does not remember. */
export function nextShares(
  { asked, ...memory }: AppHistory['next'],
  { claims, credentials }: Pick<OpenedProfile, 'claims' | 'credentials'>,
  now: number,
): readonly ScopeShare<AskedScope>[] {
  if (!asked) return []
  const vault = [...claims, ...offeredClaims(asked, credentials, now)]
  return startingShares(asked, { vault, last: choiceAmong(vault, memory) })
}

/** Issuers by claim, for claims of credentials, as far as the vault remembers the release. */
export function issuersOfRelease(
  event: ActivityEvent,
  items: readonly PlainItem[],
): Readonly<Record<string, Issuer>> | undefined {
  if (event.type !== 'released' || !event.claims.some(isOfCredential)) return undefined
  const remembered = appMemoriesOf(items).get(event.app.client_id)?.released ?? []
  const issuers = event.claims.flatMap((claim, index) => {
    const logged = event.values?.[index]
    const given = remembered.find(
      ({ first, last, ...each }) =>
        each.claim === claim &&
        first <= event.at &&
        event.at <= last &&
        (typeof logged !== 'string' || each.value === logged),
    )
    return given?.issuedBy ? [[claim, given.issuedBy] as const] : []
  })
  return issuers.length > 0 ? Object.fromEntries(issuers) : undefined
}

/** A value too long for the entry comes from the app memory, by hash. Undefined for an entry without values. */
export async function receiptValuesOf(
  event: ActivityEvent,
  items: readonly PlainItem[],
): Promise<readonly ReceiptValue[] | undefined> {
  if (event.type !== 'released' || !event.values) return undefined
  const remembered = appMemoriesOf(items).get(event.app.client_id)?.released ?? []
  const find = async (claim: string, sha256: string) => {
    for (const { claim: name, value } of remembered) {
      if (name === claim && (await hashText(value)) === sha256) return value
    }
    return undefined
  }
  const { claims, values } = event
  return Promise.all(
    claims.map(async (claim, index): Promise<ReceiptValue> => {
      const logged = values[index] ?? ''
      if (typeof logged === 'string') return { claim, value: logged }
      return { claim, value: await find(claim, logged.sha256), sha256: logged.sha256 }
    }),
  )
}
