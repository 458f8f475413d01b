import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ApiDocument, createLyingProxy, freePort, operationsOf, passTo } from '@countersign/testing'
import { SYSTEM_SERVICE_TOKEN, startSystem } from '../../support/system.ts'
import { startUniversity } from '../../support/university.ts'
import { createRecorder, type Example } from './recorder.ts'

export const DOCUMENTS = ['provider', 'core'] as const
const FOLDER = fileURLToPath(new URL('../../../docs/openapi/', import.meta.url))
const ADMIN_TOKEN = 'administration-token-for-examples-0123456789'
export const REDIRECT_URI = 'https://shop.example/callback'
/** The address of the installation in every example. */
const SERVICE = 'https://id.example'

export type Asked = {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** One of: a form, JSON, or a PNG. */
  readonly form?: Readonly<Record<string, string>>
  readonly json?: object
  readonly png?: Uint8Array<ArrayBuffer>
  /** Also keeps further calls of an operation, and refusals. */
  readonly title?: string
}
export type Told = Readonly<Record<string, string>>
export type Stage = Awaited<ReturnType<typeof startStage>>

export function readDocument(name: (typeof DOCUMENTS)[number]): ApiDocument {
  return JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8'))
}

/** Provider and core apart, so that calls between them are on the network too, with a recorder between all. */
export async function startStage() {
  const proxy = createLyingProxy((call) => passTo(target)(call))
  const proxyUrl = `http://localhost:${await freePort()}`
  let target = ''
  const detour = async (url: string): Promise<string> => {
    target = url
    return proxyUrl
  }
  await proxy.app.listen({ port: Number(new URL(proxyUrl).port), host: 'localhost' })
  const university = await startUniversity()
  const { origin } = new URL(university.issuer)
  const settings = {
    ADMIN_TOKEN,
    DYNAMIC_REGISTRATION: 'token',
    DEVELOPER_REGISTRATION: 'people',
    CREDENTIAL_ISSUERS: origin,
  }
  const system = await startSystem('postgresql', 'apart', { detour, settings })
  const { providerUrl, coreUrl, webUrl } = system
  const addresses = {
    [proxyUrl]: SERVICE,
    [providerUrl]: SERVICE,
    [coreUrl]: SERVICE,
    [webUrl]: SERVICE,
    [origin]: 'https://university.example',
    localhost: 'id.example',
  }
  const recorder = createRecorder(DOCUMENTS.map(readDocument), addresses)
  recorder.learn('admin_token', ADMIN_TOKEN)
  recorder.learn('service_token', SYSTEM_SERVICE_TOKEN)

  proxy.lie = async ({ method, path, headers, body }, truth) => {
    const answer = await truth()
    recorder.note({
      method,
      url: `${providerUrl}${path}`,
      requestHeaders: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      requestBody: body === undefined ? '' : JSON.stringify(body),
      status: answer.status,
      answerHeaders: new Headers(answer.headers),
      answerBody: answer.body,
    })
    return answer
  }

  async function ask(method: string, url: string, { headers = {}, query, form, json, png, title }: Asked = {}) {
    const body = form ? new URLSearchParams(form).toString() : json ? JSON.stringify(json) : png
    const type = form ? 'application/x-www-form-urlencoded' : json ? 'application/json' : png ? 'image/png' : undefined
    const search = query ? `?${new URLSearchParams(query).toString()}` : ''
    const response = await recorder.fetch(
      `${url}${search}`,
      { method, headers: { ...headers, ...(type && { 'content-type': type }) }, ...(body !== undefined && { body }) },
      title,
    )
    if (response.status >= 400 && title === undefined) {
      throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
    }
    return response
  }

  return {
    system,
    recorder,
    university,
    core: { url: coreUrl, issuer: providerUrl, origin: new URL(webUrl).origin, fetch: recorder.fetch },
    /** Core's operations, by a session. */
    asPerson:
      (token: () => string) =>
      (method: string, path: string, asked: Asked = {}) =>
        ask(method, `${coreUrl}${path}`, { headers: { authorization: `Bearer ${token()}` }, ...asked }),
    asOperator: (method: string, path: string, asked: Asked = {}) =>
      ask(method, `${path.startsWith('/api/core/') ? coreUrl : providerUrl}${path}`, {
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
        ...asked,
      }),
    asApp: (method: string, path: string, asked: Asked = {}) => ask(method, `${providerUrl}${path}`, asked),
    toCore: (method: string, path: string, asked: Asked = {}) => ask(method, `${coreUrl}${path}`, asked),
    close: async () => {
      await proxy.app.close()
      await system.close()
      await university.close()
    },
  }
}

export async function told(response: Response | Promise<Response>): Promise<Told> {
  return (await (await response).json()) as Told
}

export function locationOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? '')
}

/** A file for each first tag of each document, with the examples of its operations. */
export function examplesByFile(examples: ReadonlyMap<string, readonly Example[]>) {
  const files = new Map<string, Record<string, readonly Example[]>>()
  for (const document of DOCUMENTS) {
    for (const { method, path, tags: [tag = ''] = [] } of operationsOf(readDocument(document))) {
      const name = `${document}-${tag.replaceAll(' ', '-')}`
      const file = files.get(name) ?? {}
      files.set(name, { ...file, [`${method} ${path}`]: examples.get(`${method} ${path}`) ?? [] })
    }
  }
  return files
}
