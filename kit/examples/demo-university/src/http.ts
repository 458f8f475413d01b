import { policyOf } from './pages.ts'

export type Asked = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

export type Answered = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Routes = Readonly<Record<string, (asked: Asked) => Answered | Promise<Answered>>>

/** Open to any wallet: access depends on its code or token. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST',
}

export function answerPreflight(): Answered {
  return { status: 204, headers: CORS, body: '' }
}

export function answerJson(body: object, status = 200): Answered {
  const headers = { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store' }
  return { status, headers, body: JSON.stringify(body) }
}

/** `leadsTo`: where its form may end, beside here. */
export function answerPage(html: string, { status = 200, leadsTo = '' } = {}): Answered {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policyOf(leadsTo),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return { status, headers, body: html }
}

export function answerRedirect(location: string): Answered {
  return { status: 303, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, body: '' }
}
