import type { VaultRotationRequest } from '@countersign/contracts'
import type { VaultCommit } from '@countersign/vault'
import { readSignedIn, type SignedInAnswer } from './account-shapes.ts'
import { readFields, readList } from './fields.ts'
import type { Ask } from './http.ts'

/** The vault as core keeps it. The vault package checks what these return; nothing of it is believed here. */
export function createVaultEndpoints(ask: Ask) {
  return {
    readVault: (sessionToken: string) => ask({ method: 'GET', path: '/api/vault/', sessionToken }),
    commitVault: async (sessionToken: string, ifMatch: string, commit: VaultCommit) => {
      await ask({ method: 'POST', path: '/api/vault/commits/', body: commit, sessionToken, ifMatch })
    },
    rotateVault: async (sessionToken: string, ifMatch: string, body: VaultRotationRequest): Promise<SignedInAnswer> => {
      const answer = await ask({ method: 'POST', path: '/api/vault/rotate/', body, sessionToken, ifMatch })
      return readSignedIn(readFields(answer)['signed_in'])
    },
    /** The entries below `before`, newest first. */
    readActivity: async (sessionToken: string, before: number | undefined): Promise<readonly unknown[]> => {
      const query = before === undefined ? '' : `?before=${before}`
      const answer = await ask({ method: 'GET', path: `/api/vault/activity/${query}`, sessionToken })
      return readList(readFields(answer)['entries'])
    },
  }
}
