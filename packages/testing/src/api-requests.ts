import { type ApiDocument, createSampler, type KnownValues, type Operation } from './api-operations.ts'

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
  ...[`\u0000${CANARY}:x`, `%00${CANARY}:%ED%A0%80`, `${CANARY}`].map((pair) => `Basic ${btoa(pair)}`),
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
    const inUse = parameters.filter(
      (each) => each.in === 'path' || each.required || each.name in { ...known, ...changes },
    )
    const values = new Map(inUse.map((each) => [each.name, escape(sample(each.schema, each.name))]))
    for (const [name, value] of Object.entries(changes)) values.set(name, value)
    const query = inUse.filter((each) => each.in === 'query').map(({ name }) => `${name}=${values.get(name)}`)
    return `${path.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '')}?${query.join('&')}`
  }

  function bodyOf({ requestBody }: Operation, type: string): unknown {
    const schema = requestBody?.content[type]?.schema
    return schema && sample(schema)
  }

  function right(operation: Operation): ApiRequest {
    const { method, requestBody } = operation
    const request = { method, url: addressOf(operation), headers: credentials(operation), fault: '' }
    const type = Object.keys(requestBody?.content ?? {})[0]
    if (type === undefined) return request
    const body = bodyOf(operation, type)
    const payload = type === FORM ? formOf(body) : JSON.stringify(body)
    return { ...request, headers: { ...request.headers, 'content-type': type }, payload }
  }

  function hostile(operation: Operation): ApiRequest[] {
    const whole = right(operation)
    const { parameters = [] } = operation
    const addressed = parameters.filter((each) => each.in !== 'header')
    const headers = [...HEADERS, ...parameters.filter((each) => each.in === 'header').map(({ name }) => name)]
    return [
      ...cross(addressed, ESCAPES, ({ name }, value) => ({
        ...whole,
        url: addressOf(operation, { [name]: value }),
        fault: `${name}=${value}`,
      })),
      ...cross(headers, HEADER_TEXTS, (name, value) => withHeader(whole, name, value)),
      ...CREDENTIALS.map((value) => withHeader(whole, 'authorization', value)),
      ...hostileJson(operation, whole),
      ...hostileForm(operation, whole),
    ]
  }

  function hostileJson({ requestBody }: Operation, whole: ApiRequest): ApiRequest[] {
    const schema = requestBody?.content[JSON_TYPE]?.schema
    if (!schema) return []
    const headers = { ...whole.headers, 'content-type': JSON_TYPE }
    return cross(holes(schema), TEXTS, ({ place, fill }, value) => ({
      ...whole,
      headers,
      payload: JSON.stringify(fill(value)),
      fault: `JSON ${place}: ${JSON.stringify(value)}`,
    }))
  }

  function hostileForm(operation: Operation, whole: ApiRequest): ApiRequest[] {
    const schema = operation.requestBody?.content[FORM]?.schema
    if (!schema) return []
    const headers = { ...whole.headers, 'content-type': FORM }
    return cross(Object.keys(schema.properties ?? {}), ESCAPES, (name, value) => ({
      ...whole,
      headers,
      payload: `${formOf(bodyOf(operation, FORM), name)}&${name}=${value}`,
      fault: `form ${name}=${value}`,
    }))
  }

  return { right, hostile }
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
