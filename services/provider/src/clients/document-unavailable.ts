import { OAuthError } from '@countersign/service/errors'
import type { ClientRegistry } from './client-registry.ts'
import { DOCUMENT_PAUSE_MS } from './documents/client-documents.ts'

/** A client's document could not be fetched: its tokens are neither valid nor revoked, so the app must retry. */
export class DocumentUnavailable extends OAuthError {
  constructor() {
    super('temporarily_unavailable', 'The document at the client_id cannot be had at the moment. Try again shortly.', {
      headers: { 'retry-after': String(DOCUMENT_PAUSE_MS / 1000) },
    })
  }
}

/** @throws DocumentUnavailable where a client that was not found may be one all the same */
export function checkAvailable(clients: Pick<ClientRegistry, 'isUnavailable'>, clientId: string): void {
  if (clients.isUnavailable(clientId)) throw new DocumentUnavailable()
}
