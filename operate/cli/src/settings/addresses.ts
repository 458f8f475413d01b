import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** As URLs normalise them: `0`, `0x0` and `0:0::0` are the same addresses. */
const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]'])

/** RFC 1918, RFC 6598 (shared), RFC 4193 (unique local), link-local. */
const privateNetworks = new BlockList()
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addSubnet('100.64.0.0', 10, 'ipv4')
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/** Names without a dot, or in a private domain (RFC 6762, RFC 8375, ICANN's .internal, Kubernetes). */
const PRIVATE_NAME = /^[^.]+$|\.(local|internal|home\.arpa|svc|svc\.cluster\.local)$/i
const LOCALHOST = /^(.+\.)?localhost$/i

/** Takes a host of a URL or of HOST. */
export function isLoopbackHost(host: string): boolean {
  return LOCALHOST.test(host) || contains(loopback, host)
}

/** Whether listening on this host means every address of the machine. */
export function isEveryAddress(host: string): boolean {
  return everyAddress.has(URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)?.hostname ?? '')
}

/** Judges by the name or address alone; resolves nothing. */
export function isPrivateHost(host: string): boolean {
  if (isLoopbackHost(host)) return true
  return isIP(withoutBrackets(host)) === 0 ? PRIVATE_NAME.test(host) : contains(privateNetworks, host)
}

function contains(networks: BlockList, host: string): boolean {
  const address = withoutBrackets(host)
  const version = isIP(address)
  return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}
