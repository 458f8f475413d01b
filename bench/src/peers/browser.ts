import type { Call, HttpAnswer, HttpClient } from '../load/http-client.ts'

/** One person's browser: a client with cookies. */
export type Browser = (call: Call) => Promise<HttpAnswer>

export function createBrowser({ send }: HttpClient): Browser {
  const cookies = new Map<string, string>()
  return async (call) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await send({ ...call, cookie })
    for (const line of answer.setCookies) keepCookie(cookies, line)
    return answer
  }
}

/** By name alone: no peer gives a flow two of one name. */
export function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at).trim()
  const isExpired = attributes.some((each) => /^ *(max-age=0|expires=.* 1970 .*)$/i.test(each))
  if (isExpired) cookies.delete(name)
  else cookies.set(name, pair.slice(at + 1))
}

/** Without the origin, if there is one. */
export function pathOf(location: string): string {
  const { pathname, search } = new URL(location, 'http://localhost')
  return `${pathname}${search}`
}
