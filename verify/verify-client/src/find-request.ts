import { VerifyError } from './verify-error.ts'
import { askAsBrowser } from './visitor.ts'

const MAXIMUM_REDIRECTS = 5

/**
 * Finds the query by which the page knows an app's request. The address is the page's own, as the browser shows it, or
 * any that leads there: the app's authorization request at the provider, or the link in the app that begins one.
 * @throws VerifyError if it leads to no request at this page
 */
export async function findRequest(address: string, origin: string): Promise<string> {
  let url = URL.canParse(address) ? new URL(address) : undefined
  for (let redirects = 0; url && redirects <= MAXIMUM_REDIRECTS; redirects += 1) {
    if (url.origin === origin && url.searchParams.has('auth_request_id')) return url.search
    url = await findDestination(url)
  }
  throw new VerifyError(
    `The address of --request leads to no request of an app at ${origin}. Let an app send you there, and copy the address that the browser shows.`,
  )
}

async function findDestination(url: URL): Promise<URL | undefined> {
  if (!/^https?:$/.test(url.protocol)) return undefined
  const location = (await askAsBrowser(url.href, 'visit')).headers.get('location')
  return location !== null && URL.canParse(location, url.href) ? new URL(location, url) : undefined
}
