type Cbor = number | string | Uint8Array | ReadonlyMap<Cbor, Cbor>

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, map: 5 } as const

/** Just enough of CBOR (RFC 8949) for what an authenticator says: integers, text, bytes and maps. */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? prefix(MAJOR.negative, -1 - value) : prefix(MAJOR.unsigned, value)
  if (typeof value === 'string')
    return Buffer.concat([prefix(MAJOR.text, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([prefix(MAJOR.bytes, value.length), value])
  const entries = [...value].flatMap(([key, each]) => [encodeCbor(key), encodeCbor(each)])
  return Buffer.concat([prefix(MAJOR.map, value.size), ...entries])
}

function prefix(major: number, argument: number): Buffer {
  const type = major * 32
  if (argument < 24) return Buffer.from([type + argument])
  if (argument < 256) return Buffer.from([type + 24, argument])
  return Buffer.from([type + 25, Math.floor(argument / 256), argument % 256])
}
