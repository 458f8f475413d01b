import type { VaultRotationRequest } from '@countersign/contracts'
import type { VaultCommit } from '@countersign/vault'
import { readSignedIn } from './account-shapes.ts'
import { listOf, singleFieldOf, unread } from './answer.ts'
import type { Ask } from './http.ts'

const readEntries = singleFieldOf('entries', listOf(unread))
const readHashes = singleFieldOf('hashes', listOf(unread))

/** The vault as core keeps it. The vault package checks what these return; nothing of it is believed here. */
export function createVaultEndpoints(ask: Ask) {
  return {
    readVault: (sessionToken: string) => ask({ method: 'GET', path: '/api/vault/', sessionToken }, unread),
    commitVault: async (sessionToken: string, ifMatch: string, commit: VaultCommit) => {
      await ask({ method: 'POST', path: '/api/vault/commits/', body: commit, sessionToken, ifMatch }, unread)
    },
    rotateVault: (sessionToken: string, ifMatch: string, body: VaultRotationRequest) =>
      ask(
        { method: 'POST', path: '/api/vault/rotate/', body, sessionToken, ifMatch },
        singleFieldOf('signed_in', readSignedIn),
      ),
    /** The hashes of the heads from generation `from` on, oldest first. */
    readAncestors: (sessionToken: string, from: number): Promise<readonly unknown[]> =>
      ask({ method: 'GET', path: `/api/vault/ancestors/?from=${from}`, sessionToken }, readHashes),
    /** The entries below `before`, newest first. */
    readActivity: (sessionToken: string, before: number | undefined): Promise<readonly unknown[]> => {
      const query = before === undefined ? '' : `?before=${before}`
      return ask({ method: 'GET', path: `/api/vault/activity/${query}`, sessionToken }, readEntries)
    },
  }
}
