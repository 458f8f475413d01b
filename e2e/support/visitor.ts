/** An HTTP client with cookies that follows redirects within the app. */
export type Visitor = {
  /** Ends at a page, or at a redirect out of the app. */
  readonly visit: (url: string, init?: RequestInit) => Promise<Visited>
}

export type Visited = {
  readonly status: number
  readonly text: string
  /** A redirect out of the app. */
  readonly leadsTo: string | undefined
}

export function createVisitor(): Visitor {
  const cookies = new Map<string, string>()

  async function visit(url: string, init: RequestInit = {}): Promise<Visited> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(line)
    const text = await response.text()
    const location = response.headers.get('location')
    if (location === null) return { status: response.status, text, leadsTo: undefined }
    const next = new URL(location, url)
    if (next.origin !== new URL(url).origin) return { status: response.status, text, leadsTo: next.href }
    return visit(next.href)
  }
  function keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const isOver = /; *max-age=0/i.test(line) || /; *expires=thu, 01[ -]jan[ -]1970/i.test(line)
    if (isOver) cookies.delete(name)
    else cookies.set(name, value)
  }
  return { visit }
}

/** @throws Error with the page, if the app showed one instead */
export function leadsTo({ leadsTo: url, text }: Visited): string {
  if (url === undefined) throw new Error(`The app sent nobody anywhere: ${text}`)
  return url
}
