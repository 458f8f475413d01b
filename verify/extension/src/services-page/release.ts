import { FILE_LIST, MANIFEST, releasedManifest } from '../file-list.ts'

/**
 * The SHA-256 of the list of this extension's files, after each file was compared with the list.
 * @throws Error for a file that differs
 */
export async function readRelease(): Promise<string> {
  const list = await bytesOf(FILE_LIST)
  for (const line of new TextDecoder().decode(list).trimEnd().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    if (sum !== (await sha256Of(await bytesOf(name)))) throw new Error(`${name} is not as it was released.`)
  }
  return sha256Of(list)
}

async function bytesOf(name: string): Promise<BufferSource> {
  const response = await fetch(chrome.runtime.getURL(name))
  if (name !== MANIFEST) return response.arrayBuffer()
  return new TextEncoder().encode(releasedManifest(await response.json()))
}

async function sha256Of(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
