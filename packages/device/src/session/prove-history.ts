import { LIMITS, missingHeads, type OpenVault, proveContinuity } from '@countersign/vault'
import type { CoreApi } from '../api/core-api.ts'
import { ClientError } from '../failure.ts'

/**
 * Asks core to prove that a vault many generations ahead continues the remembered state. Stays `unproven` without a proof.
 * @throws VaultError `fork` if the proof leads elsewhere
 */
export async function proveHistory(api: CoreApi, token: string, vault: OpenVault): Promise<OpenVault> {
  const missing = missingHeads(vault)
  if (missing === undefined) return vault
  const hashes = await readHashes(api, token, missing)
  return proveContinuity(vault, hashes)
}

async function readHashes(api: CoreApi, token: string, { from, count }: { from: number; count: number }) {
  const hashes: unknown[] = []
  try {
    while (hashes.length < count) {
      const page = await api.readAncestors(token, from + hashes.length)
      // Whole pages, or core could have us ask without end.
      if (page.length < Math.min(count - hashes.length, LIMITS.ancestorsPerPage)) return []
      hashes.push(...page.slice(0, LIMITS.ancestorsPerPage))
    }
  } catch (error) {
    if (error instanceof ClientError) return []
    throw error
  }
  // Another device may have written meanwhile.
  return hashes.slice(0, count)
}
