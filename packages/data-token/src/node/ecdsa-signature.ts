/**
 * An ES256 signature in a JWS is r and s side by side, 32 bytes each (RFC 7518 §3.4). `node:crypto` uses ASN.1, and is half as
 * slow again with the option for this form.
 */
export const ECDSA_BYTES = 64
const NUMBER_BYTES = 32
const [SEQUENCE, INTEGER] = [0x30, 0x02]

export function fromDer(der: Buffer): Buffer {
  const raw = Buffer.alloc(ECDSA_BYTES)
  let at = 2
  for (const end of [NUMBER_BYTES, ECDSA_BYTES]) {
    const number = der.subarray(at + 2, at + 2 + (der[at + 1] ?? 0))
    // ASN.1 adds a zero before a high bit, and drops other leading zeros.
    const digits = number.subarray(Math.max(0, number.length - NUMBER_BYTES))
    digits.copy(raw, end - digits.length)
    at += 2 + number.length
  }
  return raw
}

export function toDer(raw: Buffer): Buffer {
  const numbers = [raw.subarray(0, NUMBER_BYTES), raw.subarray(NUMBER_BYTES)].map(encodeInteger)
  const content = Buffer.concat(numbers)
  return Buffer.concat([Buffer.from([SEQUENCE, content.length]), content])
}

function encodeInteger(number: Buffer): Buffer {
  const first = number.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? number.subarray(-1) : number.subarray(first)
  const isNegative = (digits[0] ?? 0) >= 0x80
  const head = isNegative ? [INTEGER, digits.length + 1, 0] : [INTEGER, digits.length]
  return Buffer.concat([Buffer.from(head), digits])
}
