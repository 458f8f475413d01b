import type { ScopeShare } from './claims.ts'

/** The first claim that would be shared, that the app takes verified only, and that is not. What was typed never is. */
export function findUnverified(shares: readonly ScopeShare[], required: readonly string[] = []): string | undefined {
  const shared = shares.filter(({ isOn }) => isOn).flatMap(({ claims }) => claims.filter((each) => each.isOn))
  return shared.find(
    ({ claim, options, chosenId }) =>
      required.includes(claim) && options.find(({ id }) => id === chosenId)?.verified === undefined,
  )?.claim
}
