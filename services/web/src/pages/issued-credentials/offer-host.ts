/** The host in a credential offer's link (OpenID4VCI 1.0 §4.1), before anything is fetched or verified. */
export function findOfferHost(link: string): string | undefined {
  const parameters = new URLSearchParams(link.slice(link.search(/[?#]/) + 1))
  const uri = parameters.get('credential_offer_uri') ?? issuerIn(parameters.get('credential_offer') ?? '')
  const host = URL.canParse(uri) ? new URL(uri).host : ''
  return host === '' ? undefined : host
}

function issuerIn(offer: string): string {
  try {
    const { credential_issuer: issuer }: { credential_issuer?: unknown } = Object(JSON.parse(offer))
    return typeof issuer === 'string' ? issuer : ''
  } catch {
    return ''
  }
}

/** Empty for an unknown one. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}
