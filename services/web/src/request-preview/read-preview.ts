import type { AuthorizationRequestPreview } from '@countersign/contracts'
import { expectFields, expectText } from '../json-form.ts'

const TIMEOUT_MS = 10_000
const STATUS = /^(?:pending|approved|denied|expired)$/

/**
 * Asks core who asks, or finds that there is no such request. It needs no session, so the page asks by itself: the worker, which
 * has all that is secret, need not be there yet.
 * @throws Error when core cannot say
 */
export async function readPreview(coreUrl: string, id: string): Promise<AuthorizationRequestPreview | 'unknown'> {
  const response = await fetch(`${coreUrl}/api/requests/${id}/preview/`, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status === 404) return 'unknown'
  const { status, expires_at, client, prompt = '', signed_in_since, asked = '' } = expectFields(await response.json())
  const { name, logo, host, unreviewed } = expectFields(client)
  return {
    status: expectText(status, STATUS) as AuthorizationRequestPreview['status'],
    expires_at: expectText(expires_at, /./),
    client: {
      name: expectText(name, /./s),
      logo: expectText(logo, /^/),
      host: expectText(host, /^/),
      unreviewed: unreviewed === true,
    },
    prompt: expectText(prompt, /^/),
    ...(signed_in_since !== undefined && { signed_in_since: expectText(signed_in_since, /./) }),
    asked: expectText(asked, /^/),
  }
}
