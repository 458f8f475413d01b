import { type NetworkLimiter } from '@countersign/service/limits'
import { widestAddressKey } from '@countersign/service/network'

/** Fetches under way at a time: for one customer's network, and for all. */
export const PLACES_PER_NETWORK = 4
const PLACES = 128

/** Gives the place back. */
type Leave = () => void

/** Limits fetches of unknown documents per requesting address, so that a stranger uses up only their own places. */
export function createFetchPlaces(fetches: NetworkLimiter): { take(address: string): Leave | undefined } {
  const taken = new Map<string, number>()
  let all = 0

  function take(address: string): Leave | undefined {
    const network = widestAddressKey(address)
    const own = taken.get(network) ?? 0
    if (all >= PLACES || own >= PLACES_PER_NETWORK || fetches.secondsToWait(address) !== undefined) return undefined
    fetches.count(address)
    add(network, 1)
    return () => add(network, -1)
  }

  function add(network: string, amount: 1 | -1): void {
    const own = (taken.get(network) ?? 0) + amount
    all += amount
    if (own === 0) taken.delete(network)
    else taken.set(network, own)
  }

  return { take }
}
