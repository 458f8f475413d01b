import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@countersign/testing'
import { type KeptProcess, keepProcess } from './kept-process.ts'
import type { DatabaseNodes } from './start-patroni.ts'

const CONFIG = fileURLToPath(new URL('../../../deploy/patroni/haproxy.cfg', import.meta.url))

/** Where it listens and what it stands in front of, host:port each, by the names that `haproxy.cfg` has for them. */
export type Addresses = Readonly<
  Record<'POSTGRESQL' | 'PROVIDER' | 'CORE' | 'PROVIDER_1' | 'PROVIDER_2' | 'CORE_1' | 'CORE_2', string>
>

/** HAProxy as `deploy/patroni` has it. */
export async function startBalancer(
  folder: string,
  [a, b]: DatabaseNodes,
): Promise<{ readonly balancer: KeptProcess; readonly addresses: Addresses }> {
  const address = async (): Promise<string> => `127.0.0.1:${await freePort()}`
  const addresses = {
    POSTGRESQL: await address(),
    PROVIDER: await address(),
    CORE: await address(),
    PROVIDER_1: await address(),
    PROVIDER_2: await address(),
    CORE_1: await address(),
    CORE_2: await address(),
  }
  const balancer = keepProcess({
    name: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', CONFIG],
    env: {
      ...addresses,
      NODE_A: a.address,
      NODE_A_API_HOST: a.api.host,
      NODE_A_API_PORT: a.api.port,
      NODE_B: b.address,
      NODE_B_API_HOST: b.api.host,
      NODE_B_API_PORT: b.api.port,
    },
    logFile: join(folder, 'haproxy.log'),
  })
  balancer.start()
  return { balancer, addresses }
}
