import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_OF_A_CUSTOMER = 4
const GROUPS_OF_A_SITE = 3

/**
 * What a rate limit counts by: an IPv4 address, or the /64 of an IPv6 address, which is what one customer has at the
 * least. Written in one form only, and an IPv4-mapped address is the IPv4 address that it holds, so that no other
 * spelling starts a count of its own.
 */
export function addressKey(address: string): string {
  const { ipv4, groups } = parseAddress(address)
  if (ipv4 !== undefined) return ipv4
  return groups ? prefixOf(groups, GROUPS_OF_A_CUSTOMER) : 'unknown'
}

/** The network that a person may be shown of an address: its /24 or /48, which names a provider or a town, no household. */
export function networkOf(address: string): string {
  const { ipv4, groups } = parseAddress(address)
  if (ipv4 !== undefined) return ipv4.replace(/\d+$/, '0/24')
  return groups ? prefixOf(groups, GROUPS_OF_A_SITE) : ''
}

type Address = { readonly ipv4?: string | undefined; readonly groups?: readonly number[] }

function parseAddress(address: string): Address {
  if (isIPv4(address)) return { ipv4: address }
  if (!isIPv6(address)) return {}
  const groups = groupsOf(address)
  return { ipv4: mappedIPv4(groups), groups }
}

function prefixOf(groups: readonly number[], count: number): string {
  const prefix = groups.slice(0, count).map((group) => group.toString(16))
  return `${prefix.join(':')}::/${count * 16}`
}

/** The eight 16-bit groups of an IPv6 address in any of its spellings (RFC 4291 §2.2), without its zone. */
function groupsOf(address: string): number[] {
  const [text = ''] = address.split('%')
  const [head = '', tail] = text.split('::')
  const first = parseGroups(head)
  if (tail === undefined) return first
  const last = parseGroups(tail)
  return [...first, ...Array.from({ length: GROUPS - first.length - last.length }, () => 0), ...last]
}

function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => (group.includes('.') ? groupsOfIPv4(group) : [Number.parseInt(group, 16)]))
}

function groupsOfIPv4(address: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

/** The IPv4 address within `::ffff:0:0/96` (RFC 4291 §2.5.5.2). */
function mappedIPv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(-2)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : undefined
}
