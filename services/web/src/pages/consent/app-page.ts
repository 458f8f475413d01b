/** A page of an app's own, or undefined where this page must not lead there: https, and no user info to mislead the eye. */
export function findPage(address: string | undefined): { href: string; host: string } | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { protocol, username, password, href, host } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? { href, host } : undefined
}
