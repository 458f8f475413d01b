import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { type ApiDocument, errorFieldsOf, type Operation, operationsOf } from './api-operations.ts'
import { CANARY, type createApiRequests } from './api-requests.ts'

export type EveryRoute = {
  readonly app: FastifyInstance
  readonly document: ApiDocument
  readonly requestsOf: (operation: Operation) => ReturnType<typeof createApiRequests>
}

const OAUTH_FIELDS = 'error,error_description'
const MEDIA_TYPE = /\b(application|image|text)\/[\w.+-]*\w/g
const TOO_MUCH = 'x'.repeat(2_000_000)

/**
 * Hostile requests whose answer has no error shape, repeats input or is a server error; and operations that refused all of them
 * with 401, which proves nothing.
 */
async function findHostileAnswers({ app, document, requestsOf }: EveryRoute): Promise<string[]> {
  const wrong: string[] = []
  for (const operation of operationsOf(document).toSorted((a, b) => latenessOf(a) - latenessOf(b))) {
    let isLetIn = isOpen(operation)
    for (const { fault, ...request } of requestsOf(operation).hostile(operation)) {
      const response = await app.inject(request)
      // `dpop` is the first wrong header: few routes read it, and for the others the request is valid.
      isLetIn ||= fault.startsWith('dpop: ') && response.statusCode !== 401
      const problem = response.statusCode >= 500 ? 'server error' : problemOf(response, operation, document)
      if (problem) wrong.push(`${operation.operationId}: ${problem} for ${fault.slice(0, 60)}: ${summaryOf(response)}`)
    }
    if (!isLetIn) wrong.push(`${operation.operationId}: refuses unauthenticated calls`)
  }
  return wrong
}

/** Other methods that are not answered 405 with `Allow`; OPTIONS where preflights are answered. */
async function findWrongMethods({ app, document, requestsOf }: EveryRoute): Promise<string[]> {
  const wrong: string[] = []
  for (const operation of operationsOf(document)) {
    const { url, headers } = requestsOf(operation).right(operation)
    const { 'content-type': _, ...credentials } = headers
    const methods = Object.keys(document.paths[operation.path] ?? {}).map((each) => each.toUpperCase())
    const preflight = await app.inject({ method: 'OPTIONS', url, headers: credentials })
    const answered = preflight.statusCode === 204 ? [...methods, 'OPTIONS'] : methods
    for (const method of app.supportedMethods.filter((each) => !methods.includes(each))) {
      const response = await app.inject({ method: asMethod(method), url, headers: credentials })
      const allowed = (response.headers.allow ?? '').split(', ')
      const isHeadOfGet = method === 'HEAD' && methods.includes('GET') && response.body === '' && allowed[0] === ''
      if (isHeadOfGet) continue
      const isAnswered = answered.includes(method)
      const isRight =
        response.statusCode === (isAnswered ? 204 : 405) && answered.every((each) => allowed.includes(each))
      const isTrue = isRight && allowed.includes(method) === isAnswered
      const problem = isTrue ? problemOf(response, operation, document) : 'no 405, or another Allow'
      if (problem) wrong.push(`${method} ${operation.path}: ${problem}: ${summaryOf(response)}`)
    }
  }
  return wrong
}

/**
 * Bodies that are not refused with 415, 400 or 413 in the error shape, or whose refusal names other types than the route takes.
 */
async function findWrongBodies({ app, document, requestsOf }: EveryRoute): Promise<string[]> {
  const wrong: string[] = []
  for (const operation of operationsOf(document).filter((each) => each.requestBody)) {
    const taken = Object.keys(operation.requestBody?.content ?? {})
    const [type = ''] = taken
    const { method, url, headers } = requestsOf(operation).right(operation)
    const bodies = [
      { status: 415, type: 'text/plain', payload: CANARY },
      { status: 413, type, payload: TOO_MUCH },
      ...(taken.includes('application/json') ? [`{"${CANARY}":`, `["${CANARY}"]`, '{"__proto__":{"a":1}}'] : []).map(
        (payload) => ({
          status: 400,
          type: 'application/json',
          payload,
        }),
      ),
    ]
    for (const { status, payload, ...each } of bodies) {
      const response = await app.inject({ method, url, headers: { ...headers, 'content-type': each.type }, payload })
      const named = response.body.match(MEDIA_TYPE) ?? []
      const isMisled = status === 415 && named.join() !== taken.join()
      const problem =
        response.statusCode === status ? problemOf(response, operation, document) : `no ${status} for ${each.type}`
      if (isMisled) wrong.push(`${operation.operationId}: asks for ${named.join()}`)
      if (problem) wrong.push(`${operation.operationId}: ${problem}: ${summaryOf(response)}`)
    }
  }
  return wrong
}

/** Exceptions of the interface contract. */
const WRITTEN_WITH_SLASH = ['/oauth/token/']

/** Paths against STYLE.md's rule for slashes, and those without an answer in the other spelling. */
async function findWrongSpellings({ app, document, requestsOf }: EveryRoute): Promise<string[]> {
  const wrong: string[] = []
  for (const operation of operationsOf(document)) {
    const { path } = operation
    const hasSlash = path.endsWith('/')
    if (hasSlash !== (path.startsWith('/api/') || WRITTEN_WITH_SLASH.includes(path))) wrong.push(`${path}: spelling`)
    const { url, headers } = requestsOf(operation).right(operation)
    const [address = ''] = url.split('?')
    const { 'content-type': _, ...credentials } = headers
    const other = hasSlash ? address.slice(0, -1) : `${address}/`
    const response = await app.inject({ method: 'OPTIONS', url: other, headers: credentials })
    if (![204, 405].includes(response.statusCode)) wrong.push(`${path}: ${summaryOf(response)} for ${other}`)
  }
  return wrong
}

type Failing = {
  readonly log: () => readonly string[]
  /** The failure's message: for the log only. */
  readonly detail: string
}

/** With a database that fails like a bug: operations that did not answer 500, logged nothing, or revealed the failure. */
export async function findSilentFailures({ app, document, requestsOf }: EveryRoute, { log, detail }: Failing) {
  const wrong: string[] = []
  const unharmed: string[] = []
  for (const operation of operationsOf(document)) {
    const { fault: _, ...right } = requestsOf(operation).right(operation)
    const before = log().length
    const response = await app.inject(right)
    if (response.statusCode !== 500) {
      unharmed.push(operation.operationId)
      continue
    }
    const errors = log()
      .slice(before)
      .filter((line) => line.includes('"event":"error"') && line.includes(`"stack":"Error: ${detail}`))
    const isTold = response.body.includes(detail)
    const problem =
      problemOf(response, operation, document) ??
      (isTold ? 'tells' : errors.length === 1 ? undefined : 'not logged once')
    if (problem) wrong.push(`${operation.operationId}: ${problem}: ${summaryOf(response)}`)
  }
  return { wrong, unharmed }
}

function problemOf(response: LightMyRequestResponse, operation: Operation, document: ApiDocument): string | undefined {
  const { statusCode, body, headers } = response
  if (statusCode < 400) return undefined
  if ((body + JSON.stringify(headers)).includes(CANARY)) return 'repeats what came in'
  if (body === '') return undefined
  const fields = Object.keys(response.json()).toSorted().join()
  // Unknown addresses below /oauth/ have the OAuth error shape.
  const shapes = [errorFieldsOf(operation, document), ...(operation.path.startsWith('/oauth/') ? [OAUTH_FIELDS] : [])]
  return shapes.includes(fields) ? undefined : 'another shape'
}

/** Needs no credentials. */
function isOpen({ security: [first = {}] = [] }: Operation): boolean {
  return Object.keys(first).length === 0
}

/** Deletions come last, containers after their contents, the session at the very end. */
function latenessOf({ method, operationId, path }: Operation): number {
  if (method === 'DELETE') return 1 + 1 / path.length
  return /^(revoke|delete|erase)/.test(operationId) ? 1 : 0
}

function summaryOf({ statusCode, body }: LightMyRequestResponse): string {
  return `${statusCode} ${body.slice(0, 200)}`
}

function asMethod(name: string): 'GET' {
  // light-my-request's types lack TRACE.
  return name as 'GET'
}

/** Rules for every route. */
export function testEveryRoute(routes: EveryRoute): void {
  test('refuses other methods with 405 and Allow', async () => {
    expect(await findWrongMethods(routes)).toEqual([])
  })

  test('is spelled as the contract writes, or by the rule, and answers with and without its last slash', async () => {
    expect(await findWrongSpellings(routes)).toEqual([])
  })

  test('refuses a body of another kind, of no form or of too many bytes, in its own shape', async () => {
    expect(await findWrongBodies(routes)).toEqual([])
  })

  test('refuses NUL, half characters, 10 kB and ways out of a folder wherever they stand, and repeats none', async () => {
    expect(await findHostileAnswers(routes)).toEqual([])
  }, 120_000)
}

/** Notes answers with an undocumented status. Call before routes are mounted. */
export function noteUndocumented(app: FastifyInstance, noted: Set<string>): void {
  app.addHook('onSend', async ({ routeOptions: { schema, url, method } }, { statusCode }) => {
    if (!schema || schema.hide) return
    const documented = typeof schema.response === 'object' && schema.response !== null ? schema.response : {}
    if (!(statusCode in documented)) noted.add(`${String(method)} ${url}: ${statusCode}`)
  })
}

/** Fails a test file with undocumented answers. Bodies are serialized by schema, so they always match. */
export function refuseUndocumented(noted: ReadonlySet<string>): void {
  if (noted.size > 0) throw new Error(`Not in the OpenAPI documents:\n${[...noted].join('\n')}`)
}
