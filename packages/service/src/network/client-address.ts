import { BlockList, isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A household or device, a site, a customer. */
const TIER_BITS = [64, 56, 48] as const
const SITE_BITS = 48

/** One flow reads the networks of two addresses a dozen times. */
const tiersOf = new Map<string, readonly string[]>()
const REMEMBERED = 1_000

/**
 * Rate limit keys, narrowest first: an IPv4 address, or the networks of an IPv6 address, since a client controls its /64. In
 * one spelling (RFC 5952); an IPv4-mapped address counts as IPv4.
 */
export function addressTiers(address: string): readonly string[] {
  const remembered = tiersOf.get(address)
  if (remembered) return remembered
  if (tiersOf.size >= REMEMBERED) tiersOf.clear()
  const tiers = readTiers(address)
  tiersOf.set(address, tiers)
  return tiers
}

function readTiers(address: string): readonly string[] {
  const parsed = parseAddress(address)
  if (!parsed) return ['unknown']
  return parsed instanceof ipaddr.IPv6 ? TIER_BITS.map((bits) => prefixOf(parsed, bits)) : [parsed.toString()]
}

export function addressKey(address: string): string {
  const [narrowest = ''] = addressTiers(address)
  return narrowest
}

/** The same for all addresses that one customer may rent. */
export function widestAddressKey(address: string): string {
  return addressTiers(address).at(-1) ?? ''
}

/** Shown to users: identifies a provider or a town, not a household. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) return ''
  return parsed instanceof ipaddr.IPv6 ? prefixOf(parsed, SITE_BITS) : parsed.toString().replace(/\d+$/, '0/24')
}

/** Of an IPv6 network no more than `mostBits` count. */
export function isInNetworks(address: string, networks: readonly string[], mostBits = 128): boolean {
  const list = new BlockList()
  for (const each of networks) {
    const [base = '', prefix] = each.split('/')
    if (isIPv4(base)) list.addSubnet(base, Number(prefix ?? 32), 'ipv4')
    else list.addSubnet(base, Math.min(Number(prefix ?? 128), mostBits), 'ipv6')
  }
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** The addresses right of the last entry that is not one (`unknown`, a name): entries left of it are untrusted. */
export function readForwardedFor(header: string): string {
  const addresses = header.split(',').map((entry) => parseAddress(withoutPort(entry.trim())))
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ')
}

function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}

/** The library alone would also read `1` and `0x7f.1` (CVE-2026-45364). */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text)
}

function prefixOf(address: ipaddr.IPv6, bits: number): string {
  return `${ipaddr.fromByteArray(address.toByteArray().fill(0, bits / 8)).toString()}/${bits}`
}
