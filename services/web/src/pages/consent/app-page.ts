/** A page of the app's own; undefined unless https without user info, which could disguise the host. */
export function findPage(address: string | undefined): { href: string; host: string } | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { protocol, username, password, href, host } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? { href, host } : undefined
}
