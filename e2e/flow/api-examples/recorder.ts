import type { ApiDocument } from '@countersign/testing'
import { createPlaceholders, type Json, mapTexts } from './placeholders.ts'

export type Example = {
  readonly title?: string
  readonly request: Message & { readonly path: string; readonly query?: Json }
  readonly answer: Message & { readonly status: number }
}
type Message = { readonly headers: Readonly<Record<string, string>>; readonly body?: Json }

/** One call over HTTP, with both bodies as text. */
export type Exchange = {
  readonly method: string
  readonly url: string
  readonly requestHeaders: Headers
  readonly requestBody: string
  readonly status: number
  readonly answerHeaders: Headers
  readonly answerBody: string
}

const SHOWN = {
  request: ['authorization', 'content-type', 'dpop', 'if-match', 'if-none-match', 'x-service-token'],
  answer: ['allow', 'content-type', 'etag', 'location', 'retry-after', 'set-cookie', 'www-authenticate'],
}

/**
 * Keeps the first call of each operation that was not refused, and every one with a title, for readers of the
 * reference.
 */
export function createRecorder(documents: readonly ApiDocument[], addresses: Readonly<Record<string, string>>) {
  const { learn, learnFrom, hide, nameValues } = createPlaceholders(addresses)
  const operations = documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        name: `${method.toUpperCase()} ${path}`,
        matches: matcherOf(method, path),
        path,
      })),
    ),
  )
  const examples = new Map(operations.map(({ name }) => [name, [] as Example[]]))

  function note(exchange: Exchange, title?: string): void {
    // The console has the operations of the administration.
    const pathname = new URL(exchange.url).pathname.replace('/api/console/', '/api/admin/')
    const operation = operations.find(({ matches }) => matches(exchange.method, pathname))
    const kept = examples.get(operation?.name ?? '')
    const request = requestOf(exchange, operation?.path ?? '')
    learnFromAnswer(exchange)
    const isFirst = exchange.status < 400 && kept?.length === 0
    if (isFirst || title !== undefined) {
      kept?.push({ ...(title !== undefined && { title }), request, answer: answerOf(exchange) })
    }
  }

  /** Before the answer is learned: it may repeat the same field with another value. */
  function requestOf({ url, requestHeaders, requestBody }: Exchange, template: string): Example['request'] {
    const { pathname, searchParams } = new URL(url)
    for (const [name, value] of parametersIn(template, pathname)) learn(name, value)
    return {
      path: nameValues(pathname),
      ...(searchParams.size > 0 && { query: mapTexts(Object.fromEntries(searchParams), nameValues) }),
      headers: headersIn(requestHeaders, SHOWN.request, nameValues),
      ...(requestBody !== '' && { body: mapTexts(readBody(requestBody, requestHeaders), nameValues) }),
    }
  }

  function answerOf({ status, answerHeaders, answerBody }: Exchange): Example['answer'] {
    return {
      status,
      headers: headersIn(answerHeaders, SHOWN.answer, hide),
      ...(answerBody !== '' && { body: mapTexts(shorten(readBody(answerBody, answerHeaders)), hide) }),
    }
  }

  function learnFromAnswer({ url, answerHeaders, answerBody }: Exchange): void {
    const location = answerHeaders.get('location')
    if (location !== null) learnFrom(Object.fromEntries(new URL(location, url).searchParams))
    learnFrom(readBody(answerBody, answerHeaders))
  }

  return { examples, note, learn, fetch: fetchInto(note) }
}

/** Like `fetch`, and notes the exchange. */
function fetchInto(note: (exchange: Exchange, title?: string) => void) {
  return async (url: string, init: RequestInit = {}, title?: string): Promise<Response> => {
    const response = await fetch(url, { redirect: 'manual', ...init })
    note(
      {
        method: init.method ?? 'GET',
        url,
        requestHeaders: new Request(url, init).headers,
        requestBody: bodyText(init.body),
        status: response.status,
        answerHeaders: response.headers,
        answerBody: await response.clone().text(),
      },
      title,
    )
    return response
  }
}

function bodyText(body: RequestInit['body']): string {
  if (typeof body === 'string') return body
  return body ? '(bytes)' : ''
}

function matcherOf(method: string, path: string) {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return (asked: string, pathname: string) => asked.toLowerCase() === method && pattern.test(pathname)
}

/** The values of a path's parameters that look made up by chance. */
function parametersIn(template: string, path: string): [string, string][] {
  const parts = path.split('/')
  return template.split('/').flatMap((part, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    const value = parts[index] ?? ''
    return name !== undefined && /\d/.test(value) ? [[name, value] as [string, string]] : []
  })
}

function readBody(text: string, headers: Headers): Json {
  const type = headers.get('content-type') ?? ''
  if (text === '') return null
  if (type.includes('json')) return JSON.parse(text)
  if (type.includes('form')) return Object.fromEntries(new URLSearchParams(text))
  return `(${type.split(';')[0]})`
}

const LONGEST_BODY = 12_000
/** The entry of a long list that is shown: this scenario's, though figures count for the whole process. */
const SHOWN_ENTRY = /"client_registered"|"code":"invalid_grant"|"\/oauth\/token\/","method"/

/** Of a long answer the outermost fields, with one entry of each list. */
function shorten(body: Json): Json {
  if (JSON.stringify(body).length < LONGEST_BODY || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, field]) => [name, shortenField(name, field)]))
}

function shortenField(name: string, field: Json): Json {
  // Up to a minute old, so it may be empty yet.
  if (name === 'days') return ['…']
  if (Array.isArray(field)) {
    const shown: Json = field.find((entry: Json) => SHOWN_ENTRY.test(JSON.stringify(entry))) ?? field[0]
    return [shown]
  }
  return typeof field === 'object' && field !== null ? '…' : field
}

function headersIn(
  headers: Headers,
  names: readonly string[],
  change: (text: string) => string,
): Record<string, string> {
  const shown = names.filter((name) => headers.has(name))
  return Object.fromEntries(shown.map((name) => [name, change(readable(headers.get(name) ?? ''))]))
}

/** HTTP Basic as the two values that it is made of. */
function readable(value: string): string {
  const [, pair] = /^Basic (.+)$/.exec(value) ?? []
  return pair === undefined ? value : `Basic ${Buffer.from(pair, 'base64').toString()}`
}
