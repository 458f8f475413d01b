/** `countersign/testing`: a whole Countersign in an app's test run. No serving code imports it. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { callThread, holdThread } from './server-thread.ts'
import type { CreateTestServer, TestMail, TestPerson, TestPersonOptions, TestServer } from './test-server.ts'
import type { Written } from './thread-calls.ts'

export type * from './test-server.ts'

/**
 * Starts a Countersign on a free port, in memory, with an app. Ends with `stop()` or `await using`.
 * @throws Error in production, for settings that would open it to others, and for an app that cannot be registered
 */
export const createTestServer: CreateTestServer = async (options = {}) => {
  refuseProduction()
  const { app = {}, settings = {}, log, cacheFolder = userCacheFolder() } = options
  const { written, readMails, close } = receiveWritten(log)
  const release = holdThread()
  const end = () => {
    close()
    release()
  }
  try {
    const input = { app, settings, cacheFolder, isLogged: log !== undefined, written }
    const started = await callThread('start', input, [written])
    const { issuer } = started
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= callThread('stop', { issuer }).finally(end))
    return {
      ...started,
      addApp: (another = {}) => callThread('addApp', { issuer, options: another }),
      createPerson: (person = {}) => createPerson(issuer, person),
      expire: (url) => callThread('expire', { issuer, url: String(url) }),
      mails: readMails,
      stop,
      [Symbol.asyncDispose]: stop,
    } satisfies TestServer
  } catch (error) {
    end()
    throw error
  }
}

async function createPerson(issuer: string, options: TestPersonOptions): Promise<TestPerson> {
  const created = await callThread('createPerson', { issuer, options })
  const person = { issuer, subject: created.subject }
  return {
    ...created,
    approve: (url, approval = {}) => callThread('approve', { ...person, url: String(url), approval }),
    deny: (url) => callThread('deny', { ...person, url: String(url) }),
    saveClaims: (claims) => callThread('saveClaims', { ...person, claims }),
    change: (claims) => callThread('change', { ...person, claims }),
    revoke: ({ clientId }) => callThread('revoke', { ...person, clientId }),
  }
}

function receiveWritten(log: ((line: string) => void) | undefined) {
  const { port1: port, port2: written } = new MessageChannel()
  const mails: TestMail[] = []
  const receive = (message: Written): void => {
    if ('mail' in message) mails.unshift(message.mail)
    else log?.(message.line)
  }
  port.on('message', receive).unref()
  const readMails = () => {
    // A mail in the queue has been sent; its event comes later.
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) receive(next.message)
    return mails
  }
  const close = () => {
    readMails()
    port.close()
  }
  return { written, readMails, close }
}

function refuseProduction(): void {
  if (process.env['NODE_ENV'] !== 'production') return
  throw new Error(
    'createTestServer makes up its secrets and its people, so it does not run with NODE_ENV=production. Use: countersign serve',
  )
}

/** The user's own folder: no other user can place a file there. */
function userCacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const base =
    XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
  return join(base, 'countersign')
}
