import type { Device } from '@countersign/device'
import { type CoreAddress, createLyingProxy, type Engine, passTo, type Received } from '@countersign/testing'
import type { VaultSnapshot } from '@countersign/vault'
import { forgetPeople, useShared } from './shared.ts'
import { type System, startSystem } from './system.ts'

type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly times?: number
}

/** The real core and provider behind a proxy that lies on demand. */
export type LyingCore = CoreAddress & {
  readonly system: System
  /** Every call, as `METHOD /path` without cursors, with headers and body. */
  readonly seen: ({ readonly call: string } & Pick<Received, 'headers' | 'body'>)[]
  /** Answers once in place of core; `lost` drops the connection after core has done the work. */
  readonly once: Map<string, Answer | 'lost'>
  /** Changes core's answers while it is set. */
  readonly lies: Map<string, (answer: never) => unknown>
  /** Runs after core has done its work, and delays the answer. */
  readonly whileHeld: { run?: ((call: string) => Promise<unknown>) | undefined }
  readonly close: () => Promise<void>
}

/** Shared by the test files of a worker, and reset after each. */
export function useLyingCore(): LyingCore {
  return useShared('lying core', startLyingCore, async ({ system, seen, once, lies, whileHeld }) => {
    await forgetPeople(system)
    seen.length = 0
    once.clear()
    lies.clear()
    whileHeld.run = undefined
  })
}

const FROM = /\?(?:since|before)=\d+$/

async function startLyingCore(): Promise<LyingCore> {
  const proxy = createLyingProxy((call) => passTo(system.coreUrl)(call))
  const url = await proxy.app.listen({ port: 0, host: '127.0.0.1' })
  const system = await startSystem('postgresql', 'without_page', { detour: async () => url })
  const { seen, once, lies, whileHeld }: Pick<LyingCore, 'seen' | 'once' | 'lies' | 'whileHeld'> = {
    seen: [],
    once: new Map(),
    lies: new Map(),
    whileHeld: {},
  }
  proxy.lie = async ({ method, path, headers: shown, body: asked }, truth) => {
    const call = `${method} ${path.replace(FROM, '')}`
    seen.push({ call, headers: shown, body: asked })
    const answer = once.get(call)
    if (answer) once.delete(call)
    if (answer === 'lost') {
      await truth()
      return answer
    }
    if (answer) {
      const { times = 1, status, headers = {}, body } = answer
      if (times > 1) once.set(call, { ...answer, times: times - 1 })
      return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
    }
    const told = await truth()
    await whileHeld.run?.(call)
    const lie = told.status === 304 ? undefined : lies.get(call)
    return lie ? { ...told, body: JSON.stringify(lie(JSON.parse(told.body) as never)) } : told
  }
  const close = async (): Promise<void> => {
    await proxy.app.close()
    await system.close()
  }
  return {
    url,
    issuer: system.providerUrl,
    origin: new URL(system.webUrl).origin,
    system,
    seen,
    once,
    lies,
    whileHeld,
    close,
  }
}

/** The calls that came in since, without their bodies. */
export function callsSince({ seen }: Pick<LyingCore, 'seen'>, before: number): readonly string[] {
  return seen.slice(before).map(({ call }) => call)
}

/** The vault as core stores it, read by the owner's session. */
export async function keptVault({ url, seen }: LyingCore, device: Device): Promise<VaultSnapshot> {
  await device.refresh({})
  const { authorization } = seen.at(-1)?.headers ?? {}
  const response = await fetch(`${url}/api/vault/`, { headers: { authorization: String(authorization) } })
  seen.pop()
  return (await response.json()) as VaultSnapshot
}

/** The whole product in one process behind a proxy that lies on demand. */
export async function startLyingSystem(engine: Engine = 'postgresql') {
  const proxy = createLyingProxy((call) => passTo(target)(call))
  const { port } = new URL(await proxy.app.listen({ port: 0, host: 'localhost' }))
  // No passkey is for an IP address.
  const url = `http://localhost:${port}`
  let target = ''
  const detour = async (address: string): Promise<string> => {
    target = address
    return url
  }
  const system = await startSystem(engine, 'together', { detour })
  const close = async (): Promise<void> => {
    await proxy.app.close()
    await system.close()
  }
  return { proxy, system, url, close }
}
