import { NO_REDIRECT } from '@countersign/contracts'

/**
 * Where an address leads, by its name: a host, or the scheme of a program, whose colon shows that it is no host. Empty where
 * a device fetches the answer, which leads nowhere.
 */
export function placeOf(address: string): string {
  if (address === NO_REDIRECT) return ''
  const { host, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? host : protocol
}
