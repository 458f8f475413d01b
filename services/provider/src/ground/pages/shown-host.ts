import { NO_REDIRECT } from '@countersign/contracts'

/** A host, or a private-use scheme with its colon; empty for a device. */
export function shownHost(address: string): string {
  if (address === NO_REDIRECT) return ''
  const { host, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? host : protocol
}
