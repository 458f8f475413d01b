import { tampered } from './aead.ts'
import { type Bytes, utf8 } from './bytes.ts'
import { SCHEMA_VERSION } from './labels.ts'
import { pad, unpad } from './padding.ts'
import { type Fields, malformed, readExactFields, readObject, unsupported } from './parse.ts'

/** Encodes a plaintext: JSON in UTF-8, padded to a size bucket. */
export function encodePaddedJson(value: object): Bytes {
  return pad(utf8(JSON.stringify(value)))
}

/**
 * Decodes a decrypted plaintext with exactly these fields. It is authentic, so it came from one of the owner's
 * devices; it is checked all the same, because that device may have run another version.
 * @throws VaultError `tampered`, `unsupported` (another `sv`), `malformed`
 */
export function decodePaddedJson<Name extends string>(padded: Bytes, names: readonly Name[], what: string) {
  const fields = decodePaddedObject(padded, what)
  if (fields['sv'] !== SCHEMA_VERSION) throw unsupported(what)
  return readExactFields(fields, names, what)
}

/**
 * Decodes a decrypted plaintext whose fields depend on its version: the caller checks `sv` and then the rest.
 * @throws VaultError `tampered`, `malformed`
 */
export function decodePaddedObject(padded: Bytes, what: string): Fields {
  return readObject(parseJson(unpad(padded), what), what)
}

function parseJson(bytes: Bytes, what: string): unknown {
  const text = decodeUtf8(bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw malformed(what)
  }
}

function decodeUtf8(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw tampered()
  }
}
