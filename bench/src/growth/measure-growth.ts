import { type Measured, measureInTurn, shareOf } from '../measure/measure.ts'
import type { Target } from '../measure/target.ts'

const PEOPLE = [1, 8, 32, 128]

/** `changed` differs from `plain` in one thing. */
type Trio = { readonly floor: Target; readonly plain: Target; readonly changed: Target }

type AtOnce = Readonly<Record<keyof Trio, Measured>> & {
  readonly people: number
  readonly plainOfFloor: number
  readonly changedOfPlain: number
}

export type Growth = { readonly change: string; readonly atOnce: readonly AtOnce[] }

/** Loads all three in turn, with growing numbers of users. */
export async function measureGrowth(
  change: string,
  targets: Trio,
  load: { readonly seconds: number; readonly rounds: number },
): Promise<Growth> {
  const atOnce: AtOnce[] = []
  for (const people of PEOPLE) {
    const measured = await measureInTurn<keyof Trio>(targets, { ...load, workload: 'flow', people })
    const plainOfFloor = shareOf(measured.plain, measured.floor)
    const changedOfPlain = shareOf(measured.changed, measured.plain)
    console.log(
      `${change}, ${people} at once: ${plainOfFloor} of the floor without it, ${changedOfPlain} of that with it`,
    )
    atOnce.push({ people, ...measured, plainOfFloor, changedOfPlain })
  }
  return { change, atOnce }
}
