import { once } from 'node:events'

/** What is read of answers. */
type Result = {
  readonly contexts?: readonly { readonly context: string }[]
  readonly result?: { readonly value?: string }
  readonly data?: string
}

type Event = {
  readonly type: 'event'
  readonly params: { readonly level?: string; readonly text?: string | null }
}

type Message =
  | Event
  | { readonly type: 'success'; readonly id: number; readonly result: Result }
  | { readonly type: 'error'; readonly id: number; readonly error: string; readonly message: string }

export type BidiConnection = {
  /** @throws Error with what the browser said */
  readonly send: (method: string, params: object) => Promise<Result>
  readonly events: readonly Event[]
}

/** A connection of WebDriver BiDi (W3C §3): JSON over a WebSocket. */
export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting = new Map<number, (message: Message) => void>()
  const events: Event[] = []
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const message: Message = JSON.parse(data)
    if (message.type === 'event') events.push(message)
    else waiting.get(message.id)?.(message)
  })
  // A browser that crashes must not keep a test waiting.
  socket.addEventListener('close', () => {
    for (const [id, settle] of waiting)
      settle({ type: 'error', id, error: 'closed', message: 'The browser has ended.' })
  })
  let lastId = 0
  return {
    events,
    async send(method, params) {
      const id = (lastId += 1)
      const { promise, resolve } = Promise.withResolvers<Message>()
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
      const message = await promise
      waiting.delete(id)
      if (message.type === 'success') return message.result
      throw new Error(`${method}: ${JSON.stringify(message)}`)
    },
  }
}
