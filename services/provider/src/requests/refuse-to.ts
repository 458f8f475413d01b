import type { OAuthError } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import type { ResponseMode } from './check-authorization-request.ts'
import { type PostedAnswer, takesForms } from './form-post.ts'

type Addressee = {
  readonly client: Client
  /** Known to be the client's: a refusal must never become a redirect elsewhere (RFC 6749 §4.1.2.1). */
  readonly redirectUri: string
  readonly state: string
  readonly responseMode: ResponseMode
  readonly issuer: string
}

/** `posted` as a form, `shown` to a person who may go on; all three carry the same answer to the app. */
export type RefusalTo = {
  readonly kind: 'refused' | 'posted' | 'shown'
  readonly url: string
  readonly answer: PostedAnswer
}

/** How a refusal travels to its app. */
export function refuseTo(
  { client, redirectUri, state, responseMode, issuer }: Addressee,
  { code, message }: OAuthError,
): RefusalTo {
  const fields = { error: code, error_description: message, state, iss: issuer }
  const wantsForm = responseMode === 'form_post' && takesForms(redirectUri)
  return {
    // Anyone could register an address and have us send people there, without their doing anything (RFC 9700 §4.11.2).
    kind: client.registeredItself ? 'shown' : wantsForm ? 'posted' : 'refused',
    url: redirectUrl(redirectUri, fields),
    answer: { redirectUri, fields },
  }
}

/** Adds parameters to a registered URI, keeping the query that it has (RFC 6749 §3.1.2); empty ones are left out. */
function redirectUrl(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '') url.searchParams.append(name, value)
  }
  return url.href
}
