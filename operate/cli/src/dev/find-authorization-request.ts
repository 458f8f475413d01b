import { CommandError } from '../command-error.ts'
import { parseJson } from '../files.ts'

/**
 * Finds the request that an app's redirect or a page's address leads to.
 * @throws CommandError with the provider's reason
 */
export async function findAuthorizationRequest(address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'manual' }).catch(() => undefined)
  if (!response) throw new CommandError(`Nothing answers at ${new URL(address).origin}.`)
  const target = new URL(response.headers.get('location') ?? address, address)
  const id = target.searchParams.get('auth_request_id')
  if (id !== null) return id
  const reason = target.searchParams.get('error_description') ?? readReason(await response.text())
  throw new CommandError(`${address} leads to no request of an app. ${reason}`.trim())
}

/** The `error_description` (RFC 6749 §5.2), or ''. */
function readReason(text: string): string {
  const body = parseJson(text)
  return typeof body === 'object' && body !== null && 'error_description' in body ? String(body.error_description) : ''
}
