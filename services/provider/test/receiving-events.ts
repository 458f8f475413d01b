import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { AuditEvent } from '@countersign/contracts'
import { listenLocally, temporaryFolder } from '@countersign/testing'

export type ReceivedEvent = {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly message: { readonly type: string; readonly timestamp: string; readonly data: AuditEvent }
}

type Answer = (response: ServerResponse, event: ReceivedEvent) => void

export const answering = (status: number) => (response: ServerResponse) => void response.writeHead(status).end()

/** An operator's receiver on this machine, whose address holds a token. */
export async function startEventReceiver() {
  const received: ReceivedEvent[] = []
  const state: { answer: Answer } = { answer: answering(204) }
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const event = { headers: request.headers, body, message: JSON.parse(body) }
    received.push(event)
    state.answer(response, event)
  }
  const server = createServer((request, response) => {
    void receive(request, response)
  })
  const port = await listenLocally(server)
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${port}/hook?token=of-the-receiver`,
    received,
    state,
    close,
    about: (userId: string) => received.filter(({ message }) => message.data.user_id === userId),
  }
}

type VerifyEvent = (secret: string, headers: IncomingHttpHeaders, body: string) => ReceivedEvent['message']

/** The function that the operators' guide prints. */
export async function importFromGuide(): Promise<VerifyEvent> {
  const guide = readFileSync(new URL('../../../docs/guides/run/events.md', import.meta.url), 'utf8')
  const file = join(temporaryFolder(), 'verify-event.mjs')
  writeFileSync(file, /```js\n(.+?)```/s.exec(guide)?.[1] ?? '')
  const { verifyEvent }: { verifyEvent: VerifyEvent } = await import(pathToFileURL(file).href)
  return verifyEvent
}
