import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { DocumentHosts } from '../src/ground/client-id-url.ts'
import { startInternet } from './test-internet.ts'

export const CALLBACK = 'http://127.0.0.1:33418/callback'
export const ANY: DocumentHosts = { others: 'any', listed: new Set(), excluded: new Set() }

/** An internet with documents by path, which tells which of them were fetched; others answer 404. */
export function publishDocuments() {
  const published = new Map<string, string>()
  const fetched: string[] = []
  let internet: Awaited<ReturnType<typeof startInternet>>
  let documents = 0

  beforeAll(async () => {
    internet = await startInternet((request, response) => {
      fetched.push(request.url ?? '')
      const body = published.get(request.url ?? '')
      if (body === undefined) response.statusCode = 404
      if (body === 'moved') response.writeHead(302, { location: '/elsewhere' })
      response.end(body)
    })
  })
  beforeEach(() => void fetched.splice(0))
  afterAll(() => internet.close())

  const hostOf = () => internet.host

  /** Publishes a document at an address of its own, and answers that. */
  function publish(changes: Readonly<Record<string, unknown>> = {}): string {
    documents += 1
    const clientId = `https://${hostOf()}/client-${documents}.json`
    const redirects = { redirect_uris: [CALLBACK, 'https://app.example/callback'] }
    change(clientId, JSON.stringify({ client_id: clientId, client_name: 'Inspector', ...redirects, ...changes }))
    return clientId
  }

  const change = (clientId: string, document: string) => published.set(new URL(clientId).pathname, document)
  const rename = (clientId: string) =>
    change(clientId, (published.get(new URL(clientId).pathname) ?? '').replace('Inspector', 'Renamed'))
  const remove = (clientId: string) => published.delete(new URL(clientId).pathname)

  return { fetched, outbound: () => internet.outbound, hostOf, publish, change, rename, remove }
}
