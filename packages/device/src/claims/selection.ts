import { findOwn } from '../device-storage.ts'
import type { ClaimValues } from './claim-items.ts'

export type Selection = {
  readonly scopesOff: ReadonlySet<string>
  readonly claimsOff: ReadonlySet<string>
  /** Entry ids by claim. */
  readonly chosen: Readonly<Record<string, string>>
  readonly typed: ClaimValues
}

export const NOTHING_CHOSEN: Selection = { scopesOff: new Set(), claimsOff: new Set(), chosen: {}, typed: {} }

export const select = {
  scope: (current: Selection, name: string, isOn: boolean): Selection => ({
    ...current,
    scopesOff: withSwitch(current.scopesOff, name, isOn),
  }),
  claim: (current: Selection, name: string, isOn: boolean): Selection => ({
    ...current,
    claimsOff: withSwitch(current.claimsOff, name, isOn),
  }),
  /** The latest choice goes last: it decides which credential is shared. */
  value: (current: Selection, claim: string, id: string): Selection => {
    const others = Object.entries(current.chosen).filter(([name]) => name !== claim)
    return { ...current, chosen: Object.fromEntries([...others, [claim, id]]) }
  },
  typed: (current: Selection, claim: string, value: string): Selection => ({
    ...current,
    typed: { ...current.typed, [claim]: value },
  }),
} as const

export function typedText({ typed }: Selection, claim: string): string {
  return findOwn(typed, claim) ?? ''
}

export function chosenValue({ chosen }: Selection, claim: string): string {
  return findOwn(chosen, claim) ?? ''
}

/** Drops typed text that is now in the vault; its claims stay on. */
export function withoutTyped(current: Selection, claims: readonly string[]): Selection {
  const left = Object.entries(current.typed).filter(([claim]) => !claims.includes(claim))
  const claimsOff = new Set([...current.claimsOff].filter((claim) => !claims.includes(claim)))
  return { ...current, claimsOff, typed: Object.fromEntries(left) }
}

function withSwitch(off: ReadonlySet<string>, name: string, isOn: boolean): ReadonlySet<string> {
  const others = [...off].filter((each) => each !== name)
  return new Set(isOn ? others : [...others, name])
}
