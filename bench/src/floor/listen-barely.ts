import { createCipheriv, generateKeyPair, randomBytes, sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'

export type Body = { readonly id: string; readonly code: string; readonly token: string }

export type Answers = Readonly<Record<string, (body: Body) => Promise<object>>>

const KEEP_ALIVE_MS = 72_000

/** Answers POSTs by path with JSON, and nothing else but signatures if `FLOOR_SIGNS` is set. */
export async function listenBarely(bare: Answers): Promise<{ readonly url: string; readonly close: () => void }> {
  const answers = process.env['FLOOR_SIGNS'] ? await withSignatures(bare) : bare
  const server = createServer((request, response) => {
    answer(request).then(
      (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const answer = async (request: IncomingMessage): Promise<string> => {
    const find = answers[request.url ?? '']
    return JSON.stringify(find ? await find(await readBody(request)) : {})
  }
  // Node's five seconds are too short: the connection idles while other targets are measured.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.closeAllConnections() }
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const JWT = Buffer.alloc(700, 'a')
const makeKeyPair = promisify(generateKeyPair)
const signAside = promisify(sign)

/**
 * Adds a flow's necessary cryptography: a data token signed at attest (ES256) and verified at complete, two secrets sealed
 * there and one opened at token, and the ID token signed there (RS256, which every OpenID client expects) on another thread.
 */
async function withSignatures(answers: Answers): Promise<Answers> {
  const { privateKey: rsa } = await makeKeyPair('rsa', { modulusLength: 2048 })
  const ec = await makeKeyPair('ec', { namedCurve: 'P-256' })
  const es256 = { key: ec.privateKey, dsaEncoding: 'ieee-p1363' } as const
  const dataToken = { key: ec.publicKey, dsaEncoding: 'ieee-p1363', signature: sign('sha256', JWT, es256) } as const
  const sealingKey = randomBytes(32)
  const seal = (): void => {
    const cipher = createCipheriv('aes-256-gcm', sealingKey, randomBytes(12))
    cipher.update(JWT)
    cipher.final()
    cipher.getAuthTag()
  }
  const before: Readonly<Record<string, () => Promise<unknown>>> = {
    '/attest': async () => sign('sha256', JWT, es256),
    '/complete': async () => {
      verify('sha256', JWT, dataToken, dataToken.signature)
      seal()
      seal()
    },
    '/token': async () => {
      seal()
      await signAside('sha256', JWT, rsa)
    },
  }
  const signing = Object.entries(answers).map(([path, answer]) => [
    path,
    async (body: Parameters<typeof answer>[0]) => {
      await before[path]?.()
      return answer(body)
    },
  ])
  return Object.fromEntries(signing)
}
