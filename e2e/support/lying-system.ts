import { createLyingProxy, type Engine, passTo } from '@countersign/testing'
import { startSystem } from './system.ts'

/** The whole product in one process, behind a proxy that lies where a test wants it to. */
export async function startLyingSystem(engine: Engine = 'postgresql') {
  const proxy = createLyingProxy((call) => passTo(target)(call))
  const url = await proxy.app.listen({ port: 0, host: 'localhost' })
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
