/** Where an address leads, by its name: a host, or the scheme of a program, whose colon shows that it is no host. */
export function placeOf(address: string): string {
  const { host, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? host : protocol
}
