import type { ItemStagingRequest, VaultCommitRequest, VaultRotationRequest } from '@countersign/contracts'
import { formatEtag, type VaultMemory } from '@countersign/vault'
import { fieldOf, ignore, listOf, type Reader, unread } from '../read.ts'
import type { Ask, CoreCall } from './http.ts'
import { readSignedIn } from './sign-in-endpoints.ts'

const LARGE_READ_MS = 60_000
const LARGE_WRITE_MS = 30_000

const readEntries = fieldOf('entries', listOf(unread))
const readHashes = fieldOf('hashes', listOf(unread))

/** Answers are unchecked here: the vault package validates them. */
export function createVaultEndpoints(ask: Ask) {
  const post = <Value>(path: string, call: Pick<CoreCall, 'body' | 'sessionToken' | 'ifMatch'>, read: Reader<Value>) =>
    ask({ method: 'POST', path: `/api/vault/${path}`, timeoutMs: LARGE_WRITE_MS, ...call }, read)
  return {
    readVault: (sessionToken: string) =>
      ask({ method: 'GET', path: '/api/vault/', sessionToken, timeoutMs: LARGE_READ_MS }, unread),
    /** Changes since the remembered state, or the whole vault; undefined if nothing changed. */
    readVaultSince: (sessionToken: string, { gen, hash }: VaultMemory): Promise<unknown> => {
      const condition = { ifNoneMatch: formatEtag(gen, hash), timeoutMs: LARGE_READ_MS }
      return ask({ method: 'GET', path: `/api/vault/?since=${gen}`, sessionToken, ...condition }, unread)
    },
    commitVault: (sessionToken: string, ifMatch: string, body: VaultCommitRequest) =>
      post('commits/', { body, sessionToken, ifMatch }, ignore),
    stageCommit: (sessionToken: string, body: ItemStagingRequest) => post('staging/', { body, sessionToken }, ignore),
    stageRotation: (sessionToken: string, body: ItemStagingRequest) =>
      post('rotate/staging/', { body, sessionToken }, ignore),
    rotateVault: (sessionToken: string, ifMatch: string, body: VaultRotationRequest) =>
      post('rotate/', { body, sessionToken, ifMatch }, fieldOf('signed_in', readSignedIn)),
    /** Head hashes from generation `from`, oldest first. */
    readAncestors: (sessionToken: string, from: number): Promise<readonly unknown[]> =>
      ask({ method: 'GET', path: `/api/vault/ancestors/?from=${from}`, sessionToken }, readHashes),
    /** Entries below `before`, newest first. */
    readActivity: (sessionToken: string, before: number): Promise<readonly unknown[]> =>
      ask({ method: 'GET', path: `/api/vault/activity/?before=${before}`, sessionToken }, readEntries),
  }
}
