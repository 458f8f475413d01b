import type { Database } from '@countersign/service/sql'

/** Every row of every table of ours, as text. */
export async function dumpAsText(databases: readonly Database[]): Promise<string> {
  const dumps = databases.map(async ({ pool }) => {
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name
         from information_schema.tables where table_schema in ('provider', 'core')`,
    )
    const tables = rows.map(
      async ({ name }) => (await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows,
    )
    return (await Promise.all(tables)).flat().map(({ row }) => row)
  })
  return (await Promise.all(dumps)).flat().join('\n')
}

/**
 * Every form in which a value would show: as it is, in a URL, in hex, and in base64 of either alphabet at each of the
 * three offsets that it can have within a longer text, such as a token. Also the hex of all of these, because that is how
 * a dump writes bytes.
 */
export function tracesOf(value: string): string[] {
  const texts = [value, encodeURIComponent(value), ...base64At(value, 'base64'), ...base64At(value, 'base64url')]
  return [...new Set([...texts, ...texts.map((text) => Buffer.from(text).toString('hex'))])]
}

/** The characters of the encoded text that depend on the value alone, whatever stands before and behind it. */
function base64At(value: string | Uint8Array, alphabet: 'base64' | 'base64url'): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].map((offset) => {
    const bits = { from: offset * 8, to: (offset + bytes.length) * 8 }
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString(alphabet)
    return encoded.slice(Math.ceil(bits.from / 6), Math.floor(bits.to / 6))
  })
}

/** Every form in which bytes would show: as they are, in hex, in base64 as above, and as the numbers of an array or object. */
export function tracesOfBytes(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex')
  const numbers = [...bytes]
  const texts = [
    Buffer.from(bytes).toString('latin1'),
    hex,
    hex.toUpperCase(),
    numbers.join(','),
    numbers.join(', '),
    numbers.map((byte, index) => `"${index}":${byte}`).join(','),
    ...base64At(bytes, 'base64'),
    ...base64At(bytes, 'base64url'),
  ]
  return [...new Set([...texts, ...texts.map((text) => Buffer.from(text, 'latin1').toString('hex'))])]
}

/** A secret as text, or as bytes. */
export type Secret = string | Uint8Array

/** Searches every place for every secret in every form; answers which was found where. */
export function searchFor(
  secrets: Readonly<Record<string, Secret>>,
  places: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const traces =
      typeof secret === 'string' ? [...tracesOf(secret), ...tracesOfBytes(Buffer.from(secret))] : tracesOfBytes(secret)
    const found = Object.entries(places).filter(([, text]) => traces.some((trace) => text.includes(trace)))
    return found.map(([place]) => `${name} in ${place}`)
  })
}
