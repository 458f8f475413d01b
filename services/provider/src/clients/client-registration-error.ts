/** An invalid registration; the message names the rule and a valid value (codes of RFC 7591 §3.2.2). */
export class ClientRegistrationError extends Error {
  override readonly name = 'ClientRegistrationError'
  readonly code: 'invalid_client_metadata' | 'invalid_redirect_uri'

  constructor(message: string, code: ClientRegistrationError['code'] = 'invalid_client_metadata') {
    super(message)
    this.code = code
  }
}
