/** Over a plain ArrayBuffer: the only kind that WebCrypto takes in every type library. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Lone surrogates become U+FFFD: check `isWellFormed()` where that matters. */
export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

export function equalBytes(left: Bytes, right: Bytes): boolean {
  let difference = left.length ^ right.length
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}

/** `randomBytes`, except in the test vectors. */
export type RandomBytes = (length: number) => Bytes

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}
