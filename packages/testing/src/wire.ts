import type { DeviceOptions } from '@countersign/device'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

/** What a device sends, in the form that `inject` takes. */
export type Message<Payload extends object = object> = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Payload
}

type Exchange = { readonly message: Message; readonly response: LightMyRequestResponse }

/** What lies between a device and a core in this process: a test sees everything there, and may hold it back. */
export type Wire = {
  readonly fetch: NonNullable<DeviceOptions['core']['fetch']>
  /** All that was sent and answered so far. */
  readonly exchanges: readonly Exchange[]
  /** Puts another message in the place of one, or loses it. */
  between: (message: Message) => Message | undefined
  /** The last answer to a message to this path. */
  answerTo(path: string): LightMyRequestResponse
  /** Lets a device work up to its message to this path, which the test gets in core's place. */
  withhold<Payload extends object>(path: string, work: () => Promise<unknown>): Promise<Message<Payload>>
}

/** Reaches an app without a port. */
export function createWire(app: FastifyInstance): Wire {
  const exchanges: Exchange[] = []
  const wire: Wire = {
    exchanges,
    between: (message) => message,
    async fetch(url, init) {
      const message = wire.between(toMessage(url, init))
      if (!message) throw new TypeError('The test withholds this message.')
      const response = await app.inject(toInject(message))
      exchanges.push({ message, response })
      return toResponse(response)
    },
    answerTo(path) {
      const exchange = exchanges.findLast(({ message }) => message.url === path)
      if (!exchange) throw new Error(`Nothing was sent to ${path}.`)
      return exchange.response
    },
    async withhold<Payload extends object>(path: string, work: () => Promise<unknown>) {
      const withheld: Message<Payload>[] = []
      const { between } = wire
      wire.between = (message) => {
        if (message.url !== path) return between(message)
        withheld.push({ ...message, payload: message.payload as Payload })
        return undefined
      }
      const outcome = await work().catch((error: unknown) => error)
      wire.between = between
      const [first] = withheld
      if (!first) throw new Error(`The device sent nothing to ${path}.`, { cause: outcome })
      return first
    },
  }
  return wire
}

function toMessage(url: string, { method, headers, body }: RequestInit): Message {
  const { pathname, search } = new URL(url)
  return {
    method: method === 'POST' || method === 'DELETE' ? method : 'GET',
    url: `${pathname}${search}`,
    headers: Object.fromEntries(new Headers(headers)),
    payload: typeof body === 'string' ? JSON.parse(body) : {},
  }
}

/** What reads has no body. */
function toInject({ payload, ...message }: Message): InjectOptions {
  return message.headers['content-type'] === undefined ? message : { ...message, payload }
}

function toResponse({ statusCode, headers, body }: LightMyRequestResponse): Response {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(body === '' ? null : body, { status: statusCode, headers: pairs })
}
