import { fromBase64url, toBase64url } from './base64url.ts'
import { hashBytes } from './keys.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'
import { readBase64url, readCount, readExactFields } from './parse.ts'
import { HASH_BYTES } from './records.ts'

/**
 * A hash chain over all heads before one: from any head that a device remembers it can be followed to this one, given
 * the hashes in between. Nobody finds others that lead there.
 */
export type HeadChain = {
  /** The generation whose head is the first of the chain: 1, or the oldest that was known when the chain began. */
  readonly from: number
  readonly h: string
}

/** The chain before the head of generation `from`: no head is in it yet. */
export async function beginChain(vaultId: string, from: number): Promise<HeadChain> {
  return { from, h: toBase64url(await hashBytes(lp(LABEL.pastStart, fromBase64url(vaultId), from))) }
}

/** The chain after further heads, oldest first. */
export async function extendChain({ from, h }: HeadChain, headHashes: readonly string[]): Promise<HeadChain> {
  let last = fromBase64url(h)
  for (const headHash of headHashes) last = await hashBytes(lp(LABEL.past, last, fromBase64url(headHash)))
  return { from, h: toBase64url(last) }
}

/**
 * Reads a chain from a decrypted head or a device's memory.
 * @throws VaultError `malformed`
 */
export function readHeadChain(value: unknown, what: string): HeadChain {
  const { from, h } = readExactFields(value, ['from', 'h'], what)
  return { from: readCount(from, what), h: readBase64url(h, HASH_BYTES, what) }
}
