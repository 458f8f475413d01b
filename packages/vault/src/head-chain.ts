import { fromBase64url, toBase64url } from './base64url.ts'
import { hashBytes } from './keys.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'
import { malformed, readRecord } from './parse.ts'
import { readHash } from './records.ts'

const FIRST = 1

/** Over all earlier heads: given the hashes in between, a device can follow it from any head that it remembers. */
export type HeadChain = {
  /** Generation of the first head in the chain. */
  readonly from: typeof FIRST
  readonly h: string
}

export async function beginChain(vaultId: string): Promise<HeadChain> {
  return { from: FIRST, h: toBase64url(await hashBytes(lp(LABEL.pastStart, fromBase64url(vaultId), FIRST))) }
}

/** @param headHashes oldest first */
export async function extendChain({ from, h }: HeadChain, headHashes: readonly string[]): Promise<HeadChain> {
  let last = fromBase64url(h)
  for (const headHash of headHashes) last = await hashBytes(lp(LABEL.past, last, fromBase64url(headHash)))
  return { from, h: toBase64url(last) }
}

/** @throws VaultError `malformed` */
export function readHeadChain(value: unknown, what: string): HeadChain {
  return readRecord(value, { from: readFirst, h: readHash }, what)
}

function readFirst(value: unknown, what: string): typeof FIRST {
  if (value !== FIRST) throw malformed(what)
  return value
}
