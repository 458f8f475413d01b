import { createServer, type IncomingMessage } from 'node:http'
import { createUniversity, type Graduate, newIssuerKey } from '@countersign/demo-university'
import { listenLocally, startBeforeAll } from '@countersign/testing'

export const ADA: Graduate = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  degree: 'BSc Mathematics',
  graduated_on: '2025-07-01',
}

type Options = { readonly lifetimeSeconds?: number; readonly batchSize?: number; readonly wallet?: string }

/** Demo University for the tests of this block. */
export function useUniversity(options: Options = {}) {
  return startBeforeAll(() => startUniversity(options))
}

/** Demo University on an origin of its own. */
export async function startUniversity({ wallet = 'openid-credential-offer://', ...options }: Options = {}) {
  const server = createServer((request, response) => {
    void answer(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
  })
  const origin = `http://localhost:${await listenLocally(server)}`
  const issuer = `${origin}/university`
  /** In place of a page, which publishes such a document. */
  const client = { clientId: `${origin}/client.json`, redirectUri: `${origin}/credentials` }
  const key = await newIssuerKey()
  const university = createUniversity({ issuer, key, wallet, ...options })
  /** Requests so far, as `METHOD /path`. */
  const asked: string[] = []
  /** Changes the answer to a path while it is set. */
  const lies = new Map<string, (body: string) => string | Promise<string>>()
  const answer = async (request: IncomingMessage) => {
    const { method = '', url: path = '', headers } = request
    asked.push(`${method} ${path}`)
    if (path === '/client.json') return answerClient(client)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = Buffer.concat(chunks).toString()
    const told = await university.answer({ method, path, authorization: headers.authorization, body })
    const lie = lies.get(path)
    return told ? { ...told, body: lie ? await lie(told.body) : told.body } : { status: 404, headers: {}, body: '' }
  }
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { ...university, issuer, vct: `${issuer}/degree`, key, client, asked, lies, close }
}

function answerClient({ clientId, redirectUri }: { readonly clientId: string; readonly redirectUri: string }) {
  const document = { client_id: clientId, client_name: 'A vault', redirect_uris: [redirectUri] }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(document) }
}

/** Decides as a graduate at the university's page; answers the query of the redirect. */
export async function signInAtUniversity(address: string, decision = 'approve'): Promise<string> {
  const page = await (await fetch(address)).text()
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
  const decided = new URL(
    action.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
    address,
  )
  const body = new URLSearchParams({ ...ADA, decision })
  const { headers } = await fetch(decided, { method: 'POST', body, redirect: 'manual' })
  return new URL(headers.get('location') ?? '').search
}
