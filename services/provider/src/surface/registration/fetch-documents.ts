import type { ClientMetadata } from '@countersign/contracts'
import { fetchBytes, OutboundFetchError, type OutboundPolicy } from '@countersign/service/network'
import { ClientRegistrationError } from '../../clients/client-errors.ts'
import { fetchLogo } from '../../clients/client-logo.ts'

const SECTOR_LIMITS = { maximumBytes: 65_536, timeoutMs: 5_000 }

/**
 * An unavailable logo is left out; an unavailable sector is refused, since pairwise subjects depend on it (OpenID
 * Connect Registration §5).
 * @throws ClientRegistrationError
 */
export async function fetchDocuments(metadata: ClientMetadata, policy: OutboundPolicy): Promise<{ logo?: Buffer }> {
  const { logo_uri: logoUri, sector_identifier_uri: sectorUri, redirect_uris: redirectUris = [] } = metadata
  if (sectorUri !== undefined) await checkSector(sectorUri, redirectUris, policy)
  if (logoUri === undefined) return {}
  try {
    return { logo: await fetchLogo(logoUri, policy) }
  } catch (error) {
    if (error instanceof ClientRegistrationError) return {}
    throw error
  }
}

async function checkSector(uri: string, redirectUris: readonly string[], policy: OutboundPolicy): Promise<void> {
  const listed = await fetchSector(uri, policy)
  if (Array.isArray(listed) && redirectUris.every((redirectUri) => listed.includes(redirectUri))) return
  throw refuse('does not list every redirect URI of this registration')
}

async function fetchSector(uri: string, policy: OutboundPolicy): Promise<unknown> {
  try {
    return JSON.parse((await fetchBytes(uri, SECTOR_LIMITS, policy)).toString('utf8'))
  } catch (error) {
    if (error instanceof OutboundFetchError) throw refuse(error.message)
    if (error instanceof SyntaxError) throw refuse('holds no JSON')
    throw error
  }
}

function refuse(problem: string): ClientRegistrationError {
  return new ClientRegistrationError(`The sector_identifier_uri ${problem}.`)
}
