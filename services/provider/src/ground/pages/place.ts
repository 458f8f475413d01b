import { NO_REDIRECT } from '@countersign/contracts'

/**
 * Names the place an address leads to: a host, or a private-use scheme with its colon. Empty for a device, which
 * fetches its answer.
 */
export function placeOf(address: string): string {
  if (address === NO_REDIRECT) return ''
  const { host, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? host : protocol
}
