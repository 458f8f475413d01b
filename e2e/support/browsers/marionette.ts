import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Of an authenticator like the one of a phone or a laptop (WebDriver extension commands, WebAuthn Level 3 §11.3). */
const AUTHENTICATOR = {
  protocol: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
}

export type Marionette = {
  /** The session's address for WebDriver BiDi, which has no commands for authenticators. */
  readonly webSocketUrl: string
  readonly quit: () => Promise<void>
}

/** Begins a session of Firefox's own protocol, as geckodriver does, in which passkeys work. */
export async function startMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const messages = readMessages(socket)
  // Its greeting.
  await messages.next()
  let lastId = 0
  const send = async (name: string, parameters: object): Promise<unknown> => {
    socket.write(frame([0, (lastId += 1), name, parameters]))
    const { value } = await messages.next()
    const [, , error, result] = value as [number, number, unknown, unknown]
    if (error) throw new Error(`${name}: ${JSON.stringify(error)}`)
    return result
  }
  const session = await send('WebDriver:NewSession', { webSocketUrl: true })
  await send('WebAuthn:AddVirtualAuthenticator', AUTHENTICATOR)
  const { capabilities } = session as { readonly capabilities: { readonly webSocketUrl: string } }
  return {
    webSocketUrl: capabilities.webSocketUrl,
    quit: async () => {
      await send('Marionette:Quit', { flags: ['eForceQuit'] })
      socket.destroy()
    },
  }
}

function frame(message: unknown): string {
  const text = JSON.stringify(message)
  return `${Buffer.byteLength(text)}:${text}`
}

/** Messages are JSON, each after its length in bytes and a colon. */
async function* readMessages(socket: Socket): AsyncGenerator {
  let bytes = Buffer.alloc(0)
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer])
    for (let next = cut(bytes); next; next = cut(bytes)) {
      bytes = next.rest
      yield next.message
    }
  }
}

function cut(bytes: Buffer): { readonly message: unknown; readonly rest: Buffer<ArrayBuffer> } | undefined {
  const colon = bytes.indexOf(':')
  const end = colon + 1 + Number(bytes.subarray(0, Math.max(colon, 0)))
  if (colon < 0 || bytes.length < end) return undefined
  return { message: JSON.parse(String(bytes.subarray(colon + 1, end))), rest: Buffer.from(bytes.subarray(end)) }
}
