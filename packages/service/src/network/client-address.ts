import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The networks of an IPv6 address that are counted: what a device or a household has, what a site, what a customer may rent. */
const TIER_BITS = [64, 56, 48] as const
const SITE_BITS = 48

/** A flow asks a dozen times for the networks of two addresses. */
const tiersOf = new Map<string, readonly string[]>()
const REMEMBERED = 1_000

/**
 * What a rate limit counts by, the narrowest first: an IPv4 address, or the networks that an IPv6 address is in, because
 * whoever has one address of a /64 has all of them, and may have many /64s. Written in one form only (RFC 5952), and an
 * IPv4-mapped address is the IPv4 address that it holds, so that no other spelling starts a count of its own.
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

/** The narrowest of `addressTiers`. */
export function addressKey(address: string): string {
  const [narrowest = ''] = addressTiers(address)
  return narrowest
}

/** The widest of `addressTiers`: the same for all the addresses that one customer may rent. */
export function widestAddressKey(address: string): string {
  return addressTiers(address).at(-1) ?? ''
}

/** The network that a person may be shown of an address: its /24 or /48, which names a provider or a town, no household. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) return ''
  return parsed instanceof ipaddr.IPv6 ? prefixOf(parsed, SITE_BITS) : parsed.toString().replace(/\d+$/, '0/24')
}

/**
 * X-Forwarded-For as addresses alone, without the ports that some proxies add. It is read from its end, where the nearest
 * proxy wrote: left of an entry that is no address (`unknown`, an obfuscated name) nobody vouches for anything, so the
 * reading stops there, and the request counts for the proxy that wrote it.
 */
export function readForwardedFor(header: string): string {
  const addresses = header.split(',').map((entry) => parseAddress(withoutPort(entry.trim())))
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ')
}

function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}

/** Only whole addresses: the library alone would also read `1` and `0x7f.1` (CVE-2026-45364). */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text)
}

function prefixOf(address: ipaddr.IPv6, bits: number): string {
  return `${ipaddr.fromByteArray(address.toByteArray().fill(0, bits / 8)).toString()}/${bits}`
}
