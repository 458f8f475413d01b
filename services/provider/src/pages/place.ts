/** Where an address leads, by its name: a host, or the scheme of a program. */
export function placeOf(address: string): string {
  const { host, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1)
}
