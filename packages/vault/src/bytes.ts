/** Bytes over a plain ArrayBuffer: the only kind WebCrypto takes in every type library (never a SharedArrayBuffer). */
export type Bytes = Uint8Array<ArrayBuffer>

/** Returns the UTF-8 bytes of a text. Lone surrogates become U+FFFD, so check `isWellFormed()` where that matters. */
export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

/** Compares without an early exit, so that time does not tell how many leading bytes of a secret were right. */
export function equalBytes(left: Bytes, right: Bytes): boolean {
  let difference = left.length ^ right.length
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0)
  return difference === 0
}

/** A source of random bytes. Only the test vectors give another one than `randomBytes`. */
export type RandomBytes = (length: number) => Bytes

/** Returns fresh bytes from the platform's secure generator. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}
