import { VaultError } from './errors.ts'
import { type Fields, malformed, readExactFields, readObject, unsupported } from './parse.ts'

const VERSION = 1
const WHAT = 'file'

/** Writes an export file: JSON that names its format, indented because people will look into it. */
export function writeExportFile(format: string, content: object): string {
  return `${JSON.stringify({ format, v: VERSION, ...content }, null, 2)}\n`
}

/**
 * Reads an export file. The format is looked at first, so that a person with the wrong file is told just that.
 * @throws VaultError `malformed`, `unsupported` for a newer version of the format
 */
export function readExportFile<Name extends string>(text: string, format: string, names: readonly Name[]) {
  const value = parse(text)
  if (value['format'] !== format) throw new VaultError('malformed', 'This file is not the export of a vault.')
  if (!Number.isSafeInteger(value['v'])) throw malformed(WHAT)
  if (value['v'] !== VERSION) throw unsupported(WHAT)
  return readExactFields(value, ['format', 'v', ...names], WHAT) as Fields<Name>
}

function parse(text: string): Fields {
  try {
    return readObject(JSON.parse(text), WHAT)
  } catch {
    throw new VaultError('malformed', 'This file is not the export of a vault, or it is damaged.')
  }
}
