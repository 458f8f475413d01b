import type { DeviceOptions } from '@countersign/device'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

/** A device's request for `inject`. */
export type Message<Payload extends object = object> = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Payload
}

type Exchange = { readonly message: Message; readonly response: LightMyRequestResponse }

/** Between a device and an in-process core: records and can withhold messages. */
export type Wire = {
  readonly fetch: NonNullable<DeviceOptions['core']['fetch']>
  readonly exchanges: readonly Exchange[]
  /** Replaces a message, or drops it. */
  between: (message: Message) => Message | undefined
  /** The last answer to a message to this path. */
  answerTo(path: string): LightMyRequestResponse
  /** Runs `work` until its message to this path, which the test gets instead of core. */
  withhold<Payload extends object>(path: string, work: () => Promise<unknown>): Promise<Message<Payload>>
}

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

/** Reads have no body. */
function toInject({ payload, ...message }: Message): InjectOptions {
  return message.headers['content-type'] === undefined ? message : { ...message, payload }
}

function toResponse({ statusCode, headers, body }: LightMyRequestResponse): Response {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(body === '' ? null : body, { status: statusCode, headers: pairs })
}
