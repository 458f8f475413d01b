import type * as net from 'node:net'

/** Not public (IANA special-purpose registry, RFC 6890). */
const SPECIAL_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Not public within 2000::/3. All outside is refused. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

/** The rules of the services' own fetches; a test compares the two. */
export function createAddressRules({ BlockList, isIPv4, isIPv6 }: typeof net) {
  const [special, globalUnicast] = [new BlockList(), new BlockList()]
  for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6')
  globalUnicast.addSubnet('2000::', 3, 'ipv6')
  return (address: string): boolean => {
    if (isIPv4(address)) return !special.check(address, 'ipv4')
    if (!isIPv6(address) || address.includes('%')) return false
    return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
  }
}
