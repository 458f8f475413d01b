import { type ClientManifest, INSTALLED_MANIFEST, readClientManifest } from '@countersign/web'
import { CommandError } from '../command-error.ts'
import type { ReadFile } from '../file-reader.ts'
import { readMinisignKey, verifyMinisign } from './minisign.ts'

type ManifestOptions = {
  /** A file; that of this installation if left out. */
  readonly manifest?: string
  /** A public key of minisign, or the file that holds it. */
  readonly publicKey?: string
}

const PUBLIC_KEY = /^RW[\w+/]{54}$/

/**
 * Reads the manifest to compare with, and with a public key checks its signature, which lies beside it.
 * @throws CommandError
 */
export function readManifest(readFile: ReadFile, { manifest: file, publicKey }: ManifestOptions) {
  const path = file ?? INSTALLED_MANIFEST
  const content = readFile(path)
  const key = publicKey === undefined ? undefined : readMinisignKey(readKeyText(readFile, publicKey))
  const comment = key && verifyMinisign(content, readFile(`${path}.minisig`).toString(), key)
  return { manifest: parse(content, path), path: file ?? 'this installation', comment }
}

/** A key that was left empty, by a variable that is not set for example, is no key, and not none. */
function readKeyText(readFile: ReadFile, publicKey: string): string {
  return publicKey === '' || PUBLIC_KEY.test(publicKey) ? publicKey : readFile(publicKey).toString()
}

function parse(content: Buffer, path: string): ClientManifest {
  try {
    return readClientManifest(JSON.parse(content.toString()))
  } catch (cause) {
    throw new CommandError(`${path} is no manifest of a client: the build writes it beside index.html.`, { cause })
  }
}
