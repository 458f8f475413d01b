import { type ApiDocument, createSampler, type Hole, type KnownValues, type Operation } from './api-operations.ts'

/** A request as `inject` takes it. */
export type ApiRequest = {
  readonly method: Operation['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
  /** What was put where; empty for a request that is right. */
  readonly fault: string
}

/** Stands in every hostile value, so that an answer which repeats one is seen. */
export const CANARY = 'Zq7canary'

const LONG = CANARY.repeat(1_200)

/** What nobody can mean: NUL, half a character, far too much, and ways out of a folder. */
const TEXTS = [`\u0000${CANARY}`, `${CANARY}\u0000`, `${CANARY}\ud800`, LONG, `../${CANARY}`, `%2e%2e%2f${CANARY}`]

/** The same as an address or a form carries it: NUL, a half character in UTF-8, what is no UTF-8, what is no escape. */
const ESCAPES = ['%00', '%ED%A0%80', '%FF', '%', '../', '%2e%2e%2f'].map((each) => `${each}${CANARY}`).concat(LONG)

/** What a header field can carry at all (RFC 9110 §5.5). */
const HEADER_TEXTS = [`\u00ed\u00a0\u0080${CANARY}`, LONG, `"../${CANARY}`]
const CREDENTIALS = [
  ...HEADER_TEXTS,
  ...[`\u0000${CANARY}:x`, `%00${CANARY}:%ED%A0%80`, CANARY].map((pair) => `Basic ${btoa(pair)}`),
  ...['Bearer', 'DPoP', 'Basic'].map((scheme) => `${scheme} %00${CANARY}`),
]
/** What is read of every request, whether or not it is documented. */
const HEADERS = ['dpop', 'origin', 'user-agent', 'x-forwarded-for', 'x-service-token']

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

type Setting = {
  readonly known: KnownValues
  /** The headers that let a request to this operation in. */
  readonly credentials: (operation: Operation) => Readonly<Record<string, string>>
}

/** The requests of an operation, made from its description alone: the right one, and one for each fault. */
export function createApiRequests(document: ApiDocument, { known, credentials }: Setting) {
  const { sample, holes } = createSampler(document, known)

  /** The address with what every parameter holds, escaped already. */
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
    const headers = [...HEADERS, ...parameters.filter((each) => each.in === 'header').map(({ name }) => name)]
    const json = content[JSON_TYPE]
    const form = content[FORM]
    return [
      ...cross(addressed, ESCAPES, (name, value) => {
        const url = addressOf(operation, { [name]: value })
        return { ...whole, url, fault: `${name}=${value}` }
      }),
      ...(json ? hostileJson(whole, holes(json.schema)) : []),
      ...(form ? hostileForm(whole, sample(form.schema), Object.keys(form.schema.properties ?? {})) : []),
      // After all others: where nothing reads a header the request is right, and does what can be done only once.
      ...cross(headers, HEADER_TEXTS, (name, value) => withHeader(whole, name, value)),
      ...CREDENTIALS.map((value) => withHeader(whole, 'authorization', value)),
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

function withHeader(whole: ApiRequest, name: string, value: string): ApiRequest {
  return { ...whole, headers: { ...whole.headers, [name]: value }, fault: `${name}: ${value}` }
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

/**
 * Settings of fast-check: a new seed for each run, which it prints when a property fails, or the one in FC_SEED, to see that
 * failure again.
 */
export function fuzzSeed(): { readonly seed?: number } {
  const given = process.env['FC_SEED']
  return given === undefined ? {} : { seed: Number(given) }
}
