import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEnvironment } from '@countersign/bench/set-up'
import { freePort } from '@countersign/testing'
import { answers, type KeptProcess, keepProcess, until } from './kept-process.ts'
import type { DatabaseNodes } from './start-patroni.ts'

const PROGRAM = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))

/** Two providers and two cores, by the production command. */
export async function startServices(
  folder: string,
  { addresses, databaseUrl }: { readonly addresses: Addresses; readonly databaseUrl: string },
): Promise<readonly KeptProcess[]> {
  const core = `http://${addresses.CORE}`
  const shared = {
    ...(await createEnvironment()),
    RATE_LIMIT_COMMITS: '1000000',
    DATABASE_URL: databaseUrl,
    BASE_URL: `http://${addresses.PROVIDER}`,
    PROVIDER_URL: `http://${addresses.PROVIDER}`,
    CORE_URL: core,
    WEB_URL: core,
    TRUSTED_PROXIES: '127.0.0.1',
    HOST: '127.0.0.1',
  }
  const serve = (component: 'provider' | 'core', index: number, address: string): KeptProcess =>
    keepProcess({
      name: `${component}-${index}`,
      command: process.execPath,
      args: [PROGRAM, 'serve', component],
      env: { ...shared, PORT: new URL(`http://${address}`).port },
      logFile: join(folder, `${component}-${index}.log`),
      isSupervised: true,
    })
  const services = [
    serve('provider', 1, addresses.PROVIDER_1),
    serve('provider', 2, addresses.PROVIDER_2),
    serve('core', 1, addresses.CORE_1),
    serve('core', 2, addresses.CORE_2),
  ]
  for (const { start } of services) start()
  await untilReady(addresses)
  return services
}

export async function untilReady(addresses: Addresses): Promise<void> {
  for (const each of ['PROVIDER_1', 'PROVIDER_2', 'CORE_1', 'CORE_2'] as const) {
    await until(`${each} is ready`, () => answers(`http://${addresses[each]}/health/ready`))
  }
}

const CONFIG = fileURLToPath(new URL('../../../deploy/patroni/haproxy.cfg', import.meta.url))

/** host:port by the names in `haproxy.cfg`. */
type Addresses = Awaited<ReturnType<typeof startBalancer>>['addresses']

export async function startBalancer(folder: string, [a, b]: DatabaseNodes) {
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
