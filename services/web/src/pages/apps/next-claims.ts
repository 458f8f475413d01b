import { type ClaimItem, type ClaimShare, LEFT_OUT } from '@countersign/device'
import { VAULT_GROUPS } from '../../claims/claim-fields.ts'

const ORDER: readonly string[] = VAULT_GROUPS.flatMap(({ claims }) => claims)

/**
 * The claims that an app has asked for and the user has entered, as its next request starts. Credentials are chosen
 * with each request.
 * @param next entry ids by claim, or `LEFT_OUT`
 */
export function nextClaims(next: Readonly<Record<string, string>>, vault: readonly ClaimItem[]): readonly ClaimShare[] {
  const shares = Object.entries(next).flatMap(([claim, entry]) => {
    const options = vault.filter(({ name, value }) => name === claim && value.trim() !== '')
    const kept = options.find(({ id }) => id === entry)
    const chosen = kept ?? options[0]
    // An entry that is gone counts as left out, as on the page of a request.
    return chosen
      ? [{ claim, options, chosenId: chosen.id, value: chosen.value, isOn: kept !== undefined, mark: undefined }]
      : []
  })
  const placeOf = ({ claim }: ClaimShare) => (ORDER.includes(claim) ? ORDER.indexOf(claim) : ORDER.length)
  return shares.toSorted((left, right) => placeOf(left) - placeOf(right))
}

/** Switches a claim on or off; on takes the entry of last time, if it is still there. */
export function switchNext(next: Readonly<Record<string, string>>, { claim, options }: ClaimShare, isOn: boolean) {
  const [first] = options
  const kept = options.find(({ id }) => id === next[claim]) ?? first
  return { [claim]: isOn && kept ? kept.id : LEFT_OUT }
}
