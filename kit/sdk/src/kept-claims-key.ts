import { type ClaimsKey, generateClaimsKeyPair } from '@countersign/data-token/web'
import { importDecryptionKeys, parseDecryptionKeys } from './claims-key.ts'
import type { ClaimsKeyStore, KeptClaimsKey } from './keep-claims-key.ts'

/** See `keep-claims-key.ts`. */
export async function keepClaimsKey(keptIn: string | ClaimsKeyStore | undefined): Promise<KeptClaimsKey> {
  if (!keptIn) throw new TypeError('keepClaimsKey is given no file: name the one that holds, or is to hold, the key.')
  if (typeof keptIn !== 'string') return keepIn(keptIn)
  return keepIn(fileStore(keptIn), async ({ publicJwk }, isNew) => publishBeside(keptIn, publicJwk, isNew))
}

type Publish = (kept: KeptClaimsKey, isNew: boolean) => Promise<void>

async function keepIn(store: ClaimsKeyStore, publish?: Publish): Promise<KeptClaimsKey> {
  const known = await store.read()
  if (known === undefined) await store.create((await generateClaimsKeyPair()).privateJwk)
  const kept = await readKept(known ?? (await store.read()) ?? '')
  await publish?.(kept, known === undefined)
  return kept
}

async function readKept(privateJwk: string): Promise<KeptClaimsKey> {
  const keys = parseDecryptionKeys(privateJwk)
  await importDecryptionKeys(keys)
  const [{ publicJwk }] = keys
  return { privateJwk, publicJwk }
}

function fileStore(path: string): ClaimsKeyStore {
  const { link, readFile, unlink, writeFile } = findFiles()
  return {
    read: () => readFile(path, 'utf8').catch(unlessThere('ENOENT')),
    // Written aside, then linked: a reader never sees half a key, and no key is replaced.
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

/** Writes the public half beside the private one. Only a new key replaces the file. */
async function publishBeside(path: string, publicJwk: ClaimsKey, isNew: boolean): Promise<void> {
  const [beside, text] = [path.replace(/(\.json)?$/, '.public.json'), `${JSON.stringify(publicJwk)}\n`]
  const { writeFile } = findFiles()
  if (isNew) return writeFile(beside, text)
  // A folder of secrets may be read-only.
  await writeFile(beside, text, { flag: 'wx' }).catch(() => undefined)
}

/** Looked up at run time and never imported: bundlers for runtimes without files find nothing to resolve. */
function findFiles() {
  const { process }: { readonly process?: Partial<NodeJS.Process> } = globalThis
  const files = process?.getBuiltinModule?.('node:fs/promises')
  if (files) return files
  throw new TypeError(
    'There are no files here: give keepClaimsKey a store, which keeps the key where your secrets are.',
  )
}

/** Ignores one file system error and throws the others. */
function unlessThere(expected: string) {
  return (error: unknown): undefined => {
    if (error instanceof Error && 'code' in error && error.code === expected) return undefined
    throw error
  }
}
