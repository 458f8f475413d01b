import { type ApiDocument, createSampler, type Hole, type KnownValues, type Operation } from './api-operations.ts'

export type ApiRequest = {
  readonly method: Operation['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
  /** Describes the hostile part; empty for a valid request. */
  readonly fault: string
}

/** Part of every hostile value: shows which answers repeat one. */
export const CANARY = 'Zq7canary'

const LONG = CANARY.repeat(1_200)

/** NUL, half a surrogate pair, 10 kB, and path traversal. */
const TEXTS = [`${CANARY}\u0000`, `${CANARY}\ud800`, LONG, `../${CANARY}`]

/** The same, escaped for URLs and forms; also invalid UTF-8 and broken escapes. */
const ESCAPES = ['%00', '%ED%A0%80', '%FF', '%', '../', '%2e%2e%2f'].map((each) => `${each}${CANARY}`).concat(LONG)

/** Values that a header field can carry (RFC 9110 §5.5). */
const HEADER_TEXTS = [`"../\u00ed\u00a0\u0080${CANARY}`, LONG]
const CREDENTIALS = [
  ...HEADER_TEXTS,
  ...[`\u0000${CANARY}:x`, `%00${CANARY}:%ED%A0%80`, CANARY].map((pair) => `Basic ${btoa(pair)}`),
  ...['Bearer', 'DPoP', 'Basic'].map((scheme) => `${scheme} %00${CANARY}`),
]
/** Headers read on any request, documented or not. All but the first go together, unless they authenticate. */
const HEADERS = ['dpop', 'origin', 'user-agent', 'x-forwarded-for', 'x-service-token']

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

type Setting = {
  readonly known: KnownValues
  /** Headers that authenticate the request. */
  readonly credentials: (operation: Operation) => Readonly<Record<string, string>>
}

/** Makes an operation's requests from its description: the valid one, and one per fault. */
export function createApiRequests(document: ApiDocument, { known, credentials }: Setting) {
  const { sample, holes } = createSampler(document, known)

  /** The URL with escaped parameters. */
  function addressOf({ path, parameters = [] }: Operation, changes: Readonly<Record<string, string>> = {}): string {
    const named = { ...known, ...changes }
    const inUse = parameters.filter((each) => each.in === 'path' || each.required || each.name in named)
    const values = new Map(inUse.map((each) => [each.name, escape(sample(each.schema, each.name))]))
    for (const [name, value] of Object.entries(changes)) values.set(name, value)
    const query = inUse.filter((each) => each.in === 'query').map(({ name }) => `${name}=${values.get(name)}`)
    return `${path.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '')}?${query.join('&')}`
  }

  function right(operation: Operation): ApiRequest {
    const { method, requestBody } = operation
    const request = { method, url: addressOf(operation), headers: credentials(operation), fault: '' }
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
    if (type === undefined || !content) return request
    const body = sample(content.schema)
    return withBody(request, type, type === FORM ? formOf(body) : JSON.stringify(body))
  }

  function hostile(operation: Operation): ApiRequest[] {
    const whole = right(operation)
    const { parameters = [], requestBody: { content = {} } = {} } = operation
    const addressed = parameters.filter((each) => each.in !== 'header').map(({ name }) => name)
    const [first = '', ...others] = HEADERS
    const together = others.filter((name) => !(name in whole.headers))
    const documented = parameters.filter((each) => each.in === 'header').map(({ name }) => name)
    const alone = [first, ...others.filter((name) => name in whole.headers), ...documented]
    const json = content[JSON_TYPE]
    const form = content[FORM]
    return [
      ...cross(addressed, ESCAPES, (name, value) => {
        const url = addressOf(operation, { [name]: value })
        return { ...whole, url, fault: `${name}=${value}` }
      }),
      ...(json ? hostileJson(whole, holes(json.schema)) : []),
      ...(form ? hostileForm(whole, sample(form.schema), Object.keys(form.schema.properties ?? {})) : []),
      // Last: a route that ignores the header runs the valid request, which may work only once.
      ...cross(alone, HEADER_TEXTS, (name, value) => withHeaders(whole, [name], value)),
      ...HEADER_TEXTS.map((value) => withHeaders(whole, together, value)),
      ...CREDENTIALS.map((value) => withHeaders(whole, ['authorization'], value)),
    ]
  }

  return { right, hostile }
}

function hostileJson(whole: ApiRequest, holes: readonly Hole[]): ApiRequest[] {
  return cross(holes, TEXTS, ({ place, fill }, value) => ({
    ...withBody(whole, JSON_TYPE, JSON.stringify(fill(value))),
    fault: `JSON ${place}: ${JSON.stringify(value)}`,
  }))
}

function hostileForm(whole: ApiRequest, body: unknown, names: readonly string[]): ApiRequest[] {
  return cross(names, ESCAPES, (name, value) => ({
    ...withBody(whole, FORM, `${formOf(body, name)}&${name}=${value}`),
    fault: `form ${name}=${value}`,
  }))
}

function withBody(request: ApiRequest, type: string, payload: string): ApiRequest {
  return { ...request, headers: { ...request.headers, 'content-type': type }, payload }
}

function withHeaders(whole: ApiRequest, names: readonly string[], value: string): ApiRequest {
  const headers = { ...whole.headers, ...Object.fromEntries(names.map((name) => [name, value])) }
  return { ...whole, headers, fault: `${names.join()}: ${value}` }
}

function cross<A, B, C>(some: readonly A[], others: readonly B[], join: (a: A, b: B) => C): C[] {
  return some.flatMap((a) => others.map((b) => join(a, b)))
}

function formOf(body: unknown, without?: string): string {
  const fields = Object.entries(body ?? {}).filter(([name]) => name !== without)
  return fields.map(([name, value]) => `${name}=${escape(value)}`).join('&')
}

function escape(value: unknown): string {
  return encodeURIComponent(String(value))
}

/** For fast-check: a new seed each run, printed on failure, or FC_SEED to replay it. */
export function fuzzSeed(): { readonly seed?: number } {
  const given = process.env['FC_SEED']
  return given === undefined ? {} : { seed: Number(given) }
}
