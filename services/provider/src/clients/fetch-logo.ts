import { fetchBytes, OutboundFetchError, type OutboundPolicy } from '@countersign/service/network'
import { checkLogo } from './check-client.ts'
import { MAXIMUM_LOGO_BYTES } from './client-logo.ts'
import { ClientRegistrationError } from './client-registration-error.ts'

/** Whoever registers an app waits: core for less than five seconds, for all that belongs to it. */
const LIMITS = { maximumBytes: MAXIMUM_LOGO_BYTES, timeoutMs: 2_000 }

/**
 * Fetches a logo from the address that an app gave, once: from then on it is served from here, and no consent page
 * calls the app's host.
 * @throws ClientRegistrationError, for what is no picture too
 */
export async function fetchLogo(url: string, policy: OutboundPolicy): Promise<Buffer> {
  try {
    const bytes = await fetchBytes(url, LIMITS, policy)
    checkLogo(bytes)
    return bytes
  } catch (error) {
    if (!(error instanceof OutboundFetchError)) throw error
    throw new ClientRegistrationError(`The address of the logo ${error.message}.`)
  }
}
