import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import type { ClaimsKey } from '@countersign/data-token/web'
import type { ClaimsKeyStore } from './claims-key.ts'

export function fileStore(path: string): ClaimsKeyStore {
  return {
    read: () => readFile(path, 'utf8').catch(unlessThere('ENOENT')),
    // Written aside and linked into place: nobody reads half a key, and no key is ever replaced.
    create: async (privateJwk) => {
      const aside = `${path}.${crypto.randomUUID()}`
      await writeFile(aside, `${privateJwk}\n`, { mode: 0o600, flag: 'wx' })
      try {
        await link(aside, path).catch(unlessThere('EEXIST'))
      } finally {
        await unlink(aside)
      }
    },
  }
}

/** Into a file beside the private half. */
export async function publishBeside(path: string, publicJwk: ClaimsKey): Promise<void> {
  await writeFile(path.replace(/(\.json)?$/, '.public.json'), `${JSON.stringify(publicJwk)}\n`)
}

/** Nothing for one error of the file system; throws every other. */
function unlessThere(expected: string) {
  return (error: unknown): undefined => {
    if (error instanceof Error && 'code' in error && error.code === expected) return undefined
    throw error
  }
}
