import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clickAt, type Driver, readUntil, typeKeys, VIEWPORT } from './driver.ts'
import { startMarionette } from './marionette.ts'

const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'

export const isFirefoxHere = existsSync(FIREFOX)

/** Without these Firefox would wait for a real security key. */
const PREFERENCES = {
  'marionette.port': 0,
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
  'dom.disable_open_during_load': false,
  'network.proxy.type': 0,
}

type FirefoxOptions = {
  /** An extension's folder. */
  readonly folder?: string
  readonly preferences?: Readonly<Record<string, string>>
}

type FirefoxDriver = Driver & { readonly openTab: () => Promise<Omit<Driver, 'close'>> }

/** Headless Firefox with an authenticator, by WebDriver BiDi (W3C). */
export async function launchFirefox({ folder, preferences = {} }: FirefoxOptions = {}): Promise<FirefoxDriver> {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-firefox-'))
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  // The last one: pages of extensions are the browser's own.
  const args = ['--headless', '--no-remote', '--marionette', '--remote-debugging-port=0', '--profile', profile]
  if (folder !== undefined) args.push('--remote-allow-system-access')
  const firefox = spawn(FIREFOX, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(firefox, 'exit')
  try {
    const [[, port]] = await Promise.all([
      readUntil(firefox.stdout, /Marionette\s+INFO\s+Listening on port (\d+)/),
      readUntil(firefox.stderr, /WebDriver BiDi listening/),
    ])
    const { webSocketUrl, quit } = await startMarionette(Number(port))
    const connection = await connectBidi(webSocketUrl)
    const extensionData = { type: 'path', path: folder }
    if (folder !== undefined) await connection.send('webExtension.install', { extensionData })
    await connection.send('session.subscribe', { events: ['log.entryAdded'] })
    await connection.send('script.addPreloadScript', { functionDeclaration: String(logViolations) })
    const { contexts } = await connection.send('browsingContext.getTree', {})
    const driver = await drive(connection, contexts?.[0]?.context)
    const openTab = async () =>
      drive(connection, (await connection.send('browsingContext.create', { type: 'tab' })).context)
    return { ...driver, openTab, close: async () => end(quit) }
  } catch (error) {
    await end(async () => void firefox.kill('SIGKILL'))
    throw error
  }

  async function end(stop: () => Promise<void>): Promise<void> {
    await stop()
    await ended
    rmSync(profile, { recursive: true, force: true })
  }
}

async function drive({ send, events }: BidiConnection, context = ''): Promise<Omit<Driver, 'close'>> {
  await send('browsingContext.setViewport', { context, viewport: VIEWPORT })
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (work, ...args) => {
      const expression = `(async () => JSON.stringify([await (${String(work)})(...${JSON.stringify(args)})]))()`
      const { result } = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
      if (result?.value === undefined) throw new Error('Firefox gave no result.')
      return JSON.parse(result.value)[0]
    },
    click: async (at) => void (await send('input.performActions', { context, actions: clickAt(at) })),
    type: async (text) => void (await send('input.performActions', { context, actions: typeKeys(text) })),
    problems: () => events.flatMap(({ params: { level, text } }) => (level === 'error' ? [text ?? 'an error'] : [])),
  }
}

/** In the page: Firefox logs no policy violations. */
function logViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reportError(new Error(`Refused by ${violatedDirective}: ${blockedURI}`)),
  )
}

type Result = {
  readonly contexts?: readonly { readonly context: string }[]
  readonly context?: string
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

type BidiConnection = {
  /** @throws Error with what the browser said */
  readonly send: (method: string, params: object) => Promise<Result>
  readonly events: readonly Event[]
}

/** A connection of WebDriver BiDi (W3C §3): JSON over a WebSocket. */
async function connectBidi(url: string): Promise<BidiConnection> {
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
