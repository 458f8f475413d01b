import { fetchBytes, OutboundFetchError, type OutboundPolicy } from '@countersign/service/network'
import { checkLogo } from './check-client.ts'
import { MAXIMUM_LOGO_BYTES } from './client-logo.ts'
import { ClientRegistrationError } from './client-registration-error.ts'

/** Registration waits for this; core's whole call may take less than five seconds. */
const LIMITS = { maximumBytes: MAXIMUM_LOGO_BYTES, timeoutMs: 2_000 }

/**
 * Fetches a logo once, at registration. The provider serves it, so that no consent page calls the app's host.
 * @throws ClientRegistrationError, also for other content
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
