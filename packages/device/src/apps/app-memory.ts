import { CONFLICT_KIND, LIMITS, type PlainItem } from '@countersign/vault'
import type { Issuer } from '../claims/claim-items.ts'
import { eachOf, fieldsOf, listOf, readFlag, readMoment, readText, texts } from '../read.ts'
import { type AskedBefore, readAskedBefore, uniteAsked } from './asked-before.ts'
import { goOnStanding, readStandingAnswer, type StandingAnswer } from './standing-answer.ts'

export type AppMemory = {
  /** ISO 8601: the last release, or the user's later change of it. */
  readonly at: string
  /** By claim, as last requested or chosen since: the shared entry, or `LEFT_OUT`. */
  readonly claims: Readonly<Record<string, string>>
  readonly scopes: Readonly<Record<string, boolean>>
  /** Newest last. */
  readonly released: readonly ReleasedValue[]
  /** Recovery key's unlock record at the last approval; empty once ended. A new key ends every quick approval. */
  readonly goesOnUnder: string
  readonly shown: Readonly<Record<string, string>>
  /** In other languages than the pin's, as last approved. */
  readonly names: readonly string[]
  /** Its approved requests of several kinds, newest last. */
  readonly asked: readonly AskedBefore[]
  /** ISO 8601: when the user took the access back; missing again after the next approval. */
  readonly endedAt?: string | undefined
  /** Undefined unless the user keeps the app up to date. */
  readonly standing?: StandingAnswer | undefined
}

export type ReleasedValue = {
  readonly claim: string
  readonly value: string
  /** ISO 8601. */
  readonly first: string
  readonly last: string
  /** Of a credential's claim. */
  readonly issuedBy?: Issuer | undefined
}

/** The vault had an entry, and the user did not share it. */
export const LEFT_OUT = ''

/** Named by the app's client id. Never shared, and never shown as an entry. */
export const APP_KIND = 'app'

/** Leaves room in the item for the choice. */
const RELEASED_BYTES = 40 * 1024
const RELEASED_VALUES = 5_000
const ASKED_BYTES = 8 * 1024
/** One for each known app, and a quarter of the vault. */
const MEMORIES = LIMITS.pinnedApps
const MEMORIES_BYTES = LIMITS.vaultBytes / 4

/** By client id. Merges concurrent writes of two devices. */
export function appMemoriesOf(items: readonly PlainItem[]): ReadonlyMap<string, AppMemory> {
  const memories = new Map<string, AppMemory>()
  for (const { name, value } of items.filter(isAppMemory)) {
    const read = tryRead(value)
    const known = memories.get(name)
    if (read) memories.set(name, known ? unite(known, read) : read)
  }
  return memories
}

/** Also the version that a merge set aside. */
export function isAppMemory({ kind, meta }: Pick<PlainItem, 'kind' | 'meta'>): boolean {
  return kind === APP_KIND || (kind === CONFLICT_KIND && meta['conflict_kind'] === APP_KIND)
}

/** Drops the oldest values and requests beyond the limits. */
export function writeAppMemory({ released, asked, ...memory }: AppMemory): string {
  const kept = {
    asked: newestWithin(ASKED_BYTES, asked),
    released: newestWithin(RELEASED_BYTES - bytesInItem(memory.standing ?? ''), released.toSorted(byLast)),
  }
  return JSON.stringify({ ...memory, ...kept })
}

/** @param values newest last */
function newestWithin<Value>(limit: number, values: readonly Value[]): readonly Value[] {
  let bytes = 0
  return values
    .toReversed()
    .filter((each) => (bytes += bytesInItem(each)) <= limit)
    .toReversed()
}

/** Memories to drop, oldest first, for one of this app. */
export function outlivedMemories(items: readonly PlainItem[], clientId: string): readonly PlainItem[] {
  const memories = appMemoriesOf(items)
  const atOf = ({ name }: PlainItem) => memories.get(name)?.at ?? ''
  const others = items.filter((item) => isAppMemory(item) && item.name !== clientId)
  let bytes = LIMITS.itemBytes
  return others
    .toSorted((left, right) => (atOf(left) > atOf(right) ? -1 : Number(atOf(left) < atOf(right))))
    .filter(({ value }, index) => {
      bytes += new TextEncoder().encode(value).length
      return index >= MEMORIES - 1 || bytes > MEMORIES_BYTES
    })
}

/** With its comma, and escaped twice: JSON as a text in JSON. */
function bytesInItem(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(JSON.stringify(value))).length - 1
}

/** The later choice wins; values of both stay. */
export function unite(one: AppMemory, other: AppMemory): AppMemory {
  const [earlier, later] = one.at < other.at ? [one, other] : [other, one]
  return {
    ...goOn(earlier, later),
    goesOnUnder: one.goesOnUnder === other.goesOnUnder ? one.goesOnUnder : '',
    standing: earlier.standing && later.standing && goOnStanding(earlier.standing, later.standing),
  }
}

export function goOn(before: AppMemory, now: AppMemory): AppMemory {
  return {
    at: now.at,
    claims: { ...before.claims, ...now.claims },
    scopes: { ...before.scopes, ...now.scopes },
    released: uniteValues([...before.released, ...now.released]),
    goesOnUnder: now.goesOnUnder,
    shown: { ...before.shown, ...now.shown },
    names: now.names,
    asked: uniteAsked(before.asked, now.asked),
    endedAt: now.endedAt,
    standing: now.standing,
  }
}

function uniteValues(values: readonly ReleasedValue[]): readonly ReleasedValue[] {
  const united = new Map<string, ReleasedValue>()
  for (const each of values) {
    const key = JSON.stringify([each.claim, each.value, each.issuedBy?.issuer])
    const same = united.get(key)
    united.set(key, same ? spanOf(same, each) : each)
  }
  return [...united.values()].toSorted(byLast)
}

function spanOf(one: ReleasedValue, { first, last }: ReleasedValue): ReleasedValue {
  return { ...one, first: first < one.first ? first : one.first, last: last > one.last ? last : one.last }
}

function byLast(left: ReleasedValue, right: ReleasedValue): number {
  return left.last < right.last ? -1 : Number(left.last > right.last)
}

const readMemory = fieldsOf(
  {
    at: readMoment,
    claims: eachOf(readText),
    scopes: eachOf(readFlag),
    released: listOf(
      fieldsOf(
        { ...texts('claim', 'value'), first: readMoment, last: readMoment },
        { issuedBy: fieldsOf(texts('issuer', 'name')) },
      ),
    ),
    goesOnUnder: readText,
    shown: eachOf(readText),
    names: listOf(readText),
    asked: listOf(readAskedBefore),
  },
  { endedAt: readMoment, standing: readStandingAnswer },
)

/** An unreadable memory (newer version, edited file) counts as missing. */
function tryRead(text: string): AppMemory | undefined {
  try {
    const memory = readMemory(JSON.parse(text))
    return memory.released.length > RELEASED_VALUES ? undefined : memory
  } catch {
    return undefined
  }
}
