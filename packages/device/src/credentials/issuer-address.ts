const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** The address of an issuer, or at one; undefined if it is none, or one that nothing protects on the way. */
export function findIssuerAddress(text: string): URL | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined
  return address && isProtected(address) ? address : undefined
}

function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname))
}
