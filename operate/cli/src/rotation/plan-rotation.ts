import { CommandError } from '../command-error.ts'
import type { Progress, RotationState } from './rotation-state.ts'
import type { Place } from './secret-places.ts'
import { ROTATED, type RotatedSecret } from './secret-rows.ts'
import { fingerprint, isPrivate, joinValues, publicHalfOf, splitValues, type Value } from './value-forms.ts'

/** A secret, wherever it stands, with all its values, the one in use first. */
export type Held = {
  readonly name: string
  readonly row: RotatedSecret
  readonly places: readonly Place[]
  readonly values: readonly Value[]
}

export type Wish = {
  /** Every process has read the files since the last step. */
  readonly isRestarted: boolean
  readonly withPasswords: boolean
  readonly isAnew: boolean
  /** Secrets whose former values go before their time. */
  readonly remove: readonly string[]
}

/** @throws CommandError where processes that share a secret are not all named, or hold different values */
export function holdSecrets(places: readonly Place[]): readonly Held[] {
  const byName = Map.groupBy(places, ({ name }) => name)
  const missing = [
    ['provider', 'TOKEN_SECRET'],
    ['core', 'LOGIN_INDEX_KEY'],
  ].find(([, name = '']) => !byName.has(name))
  if (missing) {
    throw new CommandError(
      `The settings of ${missing[0]} are not among these files (no ${missing[1]}): name them with one more --in, as it shares secrets with the others.`,
    )
  }
  return [...ROTATED].flatMap(([name, row]) => {
    const its = byName.get(name) ?? []
    if (its.length < (row.places ?? 1)) return []
    return [holdOne(name, row, its)].filter((held) => held !== undefined)
  })
}

function holdOne(name: string, row: RotatedSecret, places: readonly Place[]): Held | undefined {
  const lists = places.map(({ text }) => splitValues(row.form, text))
  if (lists.includes(undefined) || (row.mayDiffer && !isShared(lists))) return undefined
  const all = lists.flatMap((list) => list ?? []).toSorted((a, b) => Number(isPrivate(b)) - Number(isPrivate(a)))
  const known = new Map(all.toReversed().map((value) => [fingerprint(value), value]))
  const [first = []] = lists
  const inOrder = new Set([...first, ...all].map(fingerprint))
  return { name, row, places, values: [...inOrder].map((print) => known.get(print) ?? '') }
}

/** In the middle of a step, too, there is a value that all places have. */
function isShared(lists: readonly (readonly Value[] | undefined)[]): boolean {
  const [first = [], ...others] = lists
  return first.some((value) => others.every((list) => list?.includes(value)))
}

/** The next step of each secret. @throws CommandError for a wish that does not fit the step */
export function planSteps(state: RotationState | undefined, held: readonly Held[], wish: Wish, now: Date) {
  const since = now.toISOString()
  const begin = ({ name, values }: Held) => [name, { step: 'add', since, former: values.map(fingerprint) }] as const
  const begun = held.filter(
    ({ row, name }) => !row.isOfPasswords || wish.withPasswords || name in (state?.secrets ?? {}),
  )
  if (!state) {
    refuseUnequal(begun)
    return Object.fromEntries<Progress>(begun.map(begin))
  }
  const steps = Object.entries(state.secrets)
  if (wish.isAnew) {
    const early = steps.find(([, { step }]) => step !== 'use')
    if (early) throw new CommandError(`${early[0]} is in the middle of a step: finish it before you begin anew.`)
    return Object.fromEntries<Progress>(begun.map(begin))
  }
  const unfit = wish.remove.find((name) => state.secrets[name]?.step === 'add' || !state.secrets[name])
  if (unfit !== undefined) {
    throw new CommandError(`${unfit} has no former value that could go: its new one must be in use first.`)
  }
  return Object.fromEntries<Progress>(steps.map(([name, progress]) => [name, advance(name, progress, wish, now)]))
}

function advance(name: string, progress: Progress, { isRestarted, remove }: Wish, now: Date): Progress {
  const since = now.toISOString()
  const isNamed = remove.includes(name)
  if (progress.step === 'remove' || !(isRestarted || isNamed)) return progress
  if (progress.step === 'add') return { ...progress, step: 'use', since }
  const due = dueOf(name, progress)
  if (!isNamed && (due === undefined || due > now)) return progress
  return { ...progress, step: 'remove', since, ...(isNamed && { isWhole: true }) }
}

/** When the former value goes by itself; undefined: once it is named. */
export function dueOf(name: string, { since }: Progress): Date | undefined {
  const kept = ROTATED.get(name)?.kept
  return typeof kept === 'number' ? new Date(Date.parse(since) + kept * 1_000) : undefined
}

/** Processes with different values would refuse each other in the middle. */
function refuseUnequal(held: readonly Held[]): void {
  const unequal = held.find(({ row, places }) => {
    const lists = places.map(({ text }) => (splitValues(row.form, text) ?? []).map(fingerprint).join())
    return new Set(lists).size > 1
  })
  if (!unequal) return
  const files = unequal.places.map(({ file }) => file).join(' and ')
  throw new CommandError(`${unequal.name} differs between ${files}: make it equal and restart first.`)
}

/**
 * The values of a secret at its step, the one to use first. The new value is the one in the files that is no former one,
 * so an interrupted step can be repeated.
 * @throws CommandError if the new value is gone, or the former one too early: the step is of another rotation
 */
export async function valuesAt({ name, row, values }: Held, progress: Progress): Promise<readonly Value[]> {
  const { step, former, isWhole } = progress
  const isUsable = (value: Value): boolean => row.form === 'list' || isPrivate(value)
  const before = values.filter((value) => former.includes(fingerprint(value)))
  const found = values.filter((value) => !former.includes(fingerprint(value)) && isUsable(value))
  if ((found.length === 0 && step !== 'add') || (before.length === 0 && step !== 'remove')) {
    const gone = found.length === 0 ? 'new' : 'former'
    throw new CommandError(
      `The ${gone} value of ${name} is no longer in these files: restore them, or remove the files that end in .rotation to begin anew.`,
    )
  }
  const next = found.length > 0 ? found : [await row.make()]
  if (step === 'add') return [...before, ...next]
  if (step === 'use') return [...next, ...before]
  return row.form === 'keys' && !isWhole ? [...next, ...before.map(publicHalfOf)] : next
}

/** A place that had public halves alone gets no private one. */
export function textAt({ row }: Held, place: Place, values: readonly Value[]): string {
  const isPublic = row.form === 'keys' && !(splitValues(row.form, place.text) ?? []).some(isPrivate)
  return joinValues(row.form, isPublic ? values.map(publicHalfOf) : values)
}
