const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** An issuer's address; undefined if it is malformed or not protected in transit. */
export function findIssuerAddress(text: string): URL | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined
  return address && isProtected(address) ? address : undefined
}

function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname))
}
