import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clickAt, typeKeys } from './actions.ts'
import { type BidiConnection, connectBidi } from './bidi-connection.ts'
import { type Driver, VIEWPORT } from './driver.ts'
import { readUntil } from './read-until.ts'

const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'

export const isFirefoxHere = existsSync(FIREFOX)

/** Firefox without a window, by WebDriver BiDi (W3C), which it speaks itself. */
export async function launchFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-firefox-'))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const firefox = spawn(FIREFOX, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(firefox, 'exit')
  try {
    const [, url = ''] = await readUntil(firefox.stderr, /WebDriver BiDi listening on (ws:\S+)/)
    const driver = await drive(await connectBidi(`${url}/session`))
    return { ...driver, close: async () => end(driver.close) }
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

async function drive({ send, events }: BidiConnection): Promise<Driver> {
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  await send('script.addPreloadScript', { functionDeclaration: String(logViolations) })
  const { contexts } = await send('browsingContext.getTree', {})
  const context = contexts?.[0]?.context ?? ''
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
    screenshot: async () =>
      Buffer.from((await send('browsingContext.captureScreenshot', { context })).data ?? '', 'base64'),
    problems: () => events.flatMap(({ params: { level, text } }) => (level === 'error' ? [text ?? 'an error'] : [])),
    close: async () => void (await send('browser.close', {})),
  }
}

/** In the page: Firefox's log has no violations of a policy. */
function logViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reportError(new Error(`Refused by ${violatedDirective}: ${blockedURI}`)),
  )
}
