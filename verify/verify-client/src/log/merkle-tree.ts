import { hash } from 'node:crypto'

/** RFC 6962 §2.1: the first byte tells leaves from inner nodes. */
const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

export function hashLeaf(entry: Buffer): Buffer {
  return sha256(LEAF, entry)
}

/** Computes the Merkle tree hash (RFC 6962 §2.1) over hashes of leaves, or of whole subtrees of one height. */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  const [first = sha256()] = hashes
  if (hashes.length < 2) return first
  const largestPowerOfTwoBelow = 2 ** (31 - Math.clz32(hashes.length - 1))
  const left = hashes.slice(0, largestPowerOfTwoBelow)
  return sha256(NODE, rootOf(left), rootOf(hashes.slice(left.length)))
}

function sha256(...parts: readonly Buffer[]): Buffer {
  return hash('sha256', Buffer.concat(parts), 'buffer')
}
