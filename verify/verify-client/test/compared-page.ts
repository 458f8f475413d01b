import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INSTALLED_MANIFEST } from '@countersign/console'
import { createLogger } from '@countersign/service/telemetry'
import { createLyingProxy, type Lie, type LyingProxy, passTo, temporaryFolder } from '@countersign/testing'
import { type RunningServer, startServer } from 'countersign'
import { afterAll, beforeAll } from 'vitest'
import { run as runProgram } from './run.ts'

/** Where the page of {@link usePage} says that core is. */
export const CORE = 'https://core.example'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/** A real server of the client behind a proxy that lies, and `verify-client` against it. */
export function usePage() {
  const folder = temporaryFolder()
  let server: RunningServer
  let proxy: LyingProxy
  let [url, honest] = ['', '']
  writeSmallManifest(join(folder, 'manifest.json'))

  beforeAll(async () => {
    const logo = join(folder, 'logo.svg')
    writeFileSync(logo, LOGO)
    const env = {
      BASE_URL: 'https://id.example',
      CORE_URL: CORE,
      BRAND_NAME: 'Example Bank',
      BRAND_ACCENT: '#5b2a86',
      BRAND_LOGO_FILE: logo,
    }
    const logger = createLogger({ level: 'silent' })
    server = await startServer({ env: { PORT: '0', ...env }, logger, components: ['web'] })
    const address = server.app.server.address()
    if (typeof address !== 'object' || !address) throw new Error('The server does not listen.')
    honest = `http://localhost:${address.port}`
    proxy = createLyingProxy(remember(passTo(honest)))
    url = await proxy.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await proxy.app.close()
    await server.close()
  })

  /** Runs the command while the proxy tells this lie. */
  async function run(lie: Lie | undefined, ...flags: readonly string[]) {
    proxy.lie = lie
    return runProgram([url, ...flags], { directory: folder, env: { XDG_STATE_HOME: folder } })
  }
  return {
    folder,
    url: () => url,
    honestUrl: () => honest,
    received: () => proxy.received.length,
    run,
    /** Without the proxy, which neither compresses nor knows copies. */
    runHonestly: async (...flags: readonly string[]) => runProgram([honest, ...flags]),
    /** The right core is expected, and few addresses are compared. */
    runBriefly: async (lie: Lie | undefined, ...flags: readonly string[]) =>
      run(lie, '--core', CORE, '--manifest', 'manifest.json', ...flags),
  }
}

function writeSmallManifest(file: string): void {
  const { serviceWorker: _serviceWorker, ...all } = JSON.parse(readFileSync(INSTALLED_MANIFEST, 'utf8'))
  const page = { ...all.page, paths: ['/', '/consent'] }
  const small = { ...all, page, console: { ...all.console, paths: [] }, files: [] }
  writeFileSync(file, JSON.stringify(small, undefined, 2))
}

type Pass = ReturnType<typeof passTo>

/** Caches the server's answers: each test makes hundreds of equal requests. */
function remember(pass: Pass): Pass {
  const answers = new Map<string, ReturnType<Pass>>()
  return async (call) => {
    const question = JSON.stringify({ ...call, path: call.path.replace(/[\da-f-]{36}/, 'made up') })
    const answer = answers.get(question) ?? pass(call)
    answers.set(question, answer)
    return answer
  }
}
