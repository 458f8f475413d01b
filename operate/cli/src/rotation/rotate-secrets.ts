import { publicKeyOf } from '@countersign/core'
import { type Held, holdSecrets, planSteps, textAt, valuesAt, type Wish } from './plan-rotation.ts'
import type { Progress, StateFiles } from './rotation-state.ts'
import { findPlaces, type Place, writePlaces } from './secret-places.ts'
import { ROTATED } from './secret-rows.ts'
import { isPrivate, splitValues } from './value-forms.ts'

/** The page's public half of OPAQUE_SERVER_SETUP, no secret. */
const PAGE_KEYS = 'OPAQUE_SERVER_KEYS'

export type Rotated = {
  /** Secrets under way, and those that this run has finished. */
  readonly steps: Readonly<Record<string, Progress>>
  readonly changedFiles: readonly string[]
  /** Present, and not rotated: a form or a number of places that the command does not know. */
  readonly left: readonly string[]
  /** For a page whose settings are elsewhere. */
  readonly pageKeys: string | undefined
}

/**
 * Takes every secret one step further, or repeats the step that was interrupted.
 * @throws CommandError
 */
export async function rotateSecrets(
  paths: readonly string[],
  state: StateFiles,
  wish: Wish,
  now: Date,
): Promise<Rotated> {
  const places = paths.flatMap((path) => findPlaces(path, [...ROTATED.keys(), PAGE_KEYS]))
  const held = holdSecrets(places)
  const steps = planSteps(state.read(), held, wish, now)
  const moving = held.filter(({ name }) => steps[name] !== undefined)
  // First: a crash in the middle leaves the former values told apart from the new ones.
  state.write({ secrets: steps })
  const texts = new Map<Place, string>()
  for (const each of moving) await addTexts(texts, each, steps)
  const pageKeys = await pageKeysOf(moving, texts)
  for (const place of places) if (place.name === PAGE_KEYS && pageKeys !== undefined) texts.set(place, pageKeys)
  const privateFirst = [...texts.keys()].toSorted((a, b) => Number(isPrivate(b.text)) - Number(isPrivate(a.text)))
  const changedFiles = writePlaces(privateFirst, (place) => texts.get(place) ?? place.text)
  const ongoing = Object.entries(steps).filter(([, { step }]) => step !== 'remove')
  state.write({ secrets: Object.fromEntries(ongoing) })
  const names = new Set(places.map(({ name }) => name))
  const left = [...names].filter((name) => ROTATED.has(name) && !held.some((each) => each.name === name))
  const isKnown = places.some(({ name }) => name === PAGE_KEYS)
  return { steps, changedFiles, left, pageKeys: isKnown ? undefined : pageKeys }
}

async function addTexts(texts: Map<Place, string>, held: Held, steps: Readonly<Record<string, Progress>>) {
  const progress = steps[held.name]
  if (!progress) return
  const values = await valuesAt(held, progress)
  for (const place of held.places) texts.set(place, textAt(held, place, values))
}

async function pageKeysOf(moving: readonly Held[], texts: ReadonlyMap<Place, string>): Promise<string | undefined> {
  const place = moving.find(({ name }) => name === 'OPAQUE_SERVER_SETUP')?.places[0]
  const setups = place && splitValues('list', texts.get(place) ?? '')
  return setups && (await Promise.all(setups.map(publicKeyOf))).join(',')
}
