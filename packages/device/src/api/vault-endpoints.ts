import type { ItemStagingRequest, VaultCommitRequest, VaultRotationRequest } from '@countersign/contracts'
import { formatEtag, type VaultMemory } from '@countersign/vault'
import { fieldOf, listOf, unread } from '../read.ts'
import type { Ask } from './http.ts'
import { readSignedIn } from './sign-in-endpoints.ts'

const LARGE_READ_MS = 60_000
const LARGE_WRITE_MS = 30_000

const readEntries = fieldOf('entries', listOf(unread))
const readHashes = fieldOf('hashes', listOf(unread))

/** Answers are unchecked here: the vault package validates them. */
export function createVaultEndpoints(ask: Ask) {
  return {
    readVault: (sessionToken: string) =>
      ask({ method: 'GET', path: '/api/vault/', sessionToken, timeoutMs: LARGE_READ_MS }, unread),
    /** Changes since the remembered state, or the whole vault; undefined if nothing changed. */
    readVaultSince: (sessionToken: string, { gen, hash }: VaultMemory): Promise<unknown> => {
      const condition = { ifNoneMatch: formatEtag(gen, hash), timeoutMs: LARGE_READ_MS }
      return ask({ method: 'GET', path: `/api/vault/?since=${gen}`, sessionToken, ...condition }, unread)
    },
    commitVault: async (sessionToken: string, ifMatch: string, body: VaultCommitRequest) => {
      await ask(
        { method: 'POST', path: '/api/vault/commits/', timeoutMs: LARGE_WRITE_MS, body, sessionToken, ifMatch },
        unread,
      )
    },
    stageCommit: async (sessionToken: string, body: ItemStagingRequest) => {
      await ask({ method: 'POST', path: '/api/vault/staging/', timeoutMs: LARGE_WRITE_MS, body, sessionToken }, unread)
    },
    stageRotation: async (sessionToken: string, body: ItemStagingRequest) => {
      await ask(
        { method: 'POST', path: '/api/vault/rotate/staging/', timeoutMs: LARGE_WRITE_MS, body, sessionToken },
        unread,
      )
    },
    rotateVault: (sessionToken: string, ifMatch: string, body: VaultRotationRequest) =>
      ask(
        { method: 'POST', path: '/api/vault/rotate/', timeoutMs: LARGE_WRITE_MS, body, sessionToken, ifMatch },
        fieldOf('signed_in', readSignedIn),
      ),
    /** Head hashes from generation `from`, oldest first. */
    readAncestors: (sessionToken: string, from: number): Promise<readonly unknown[]> =>
      ask({ method: 'GET', path: `/api/vault/ancestors/?from=${from}`, sessionToken }, readHashes),
    /** Entries below `before`, newest first. */
    readActivity: (sessionToken: string, before: number): Promise<readonly unknown[]> =>
      ask({ method: 'GET', path: `/api/vault/activity/?before=${before}`, sessionToken }, readEntries),
  }
}
