import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEnvironment } from '../countersign/create-environment.ts'
import { type KeptProcess, keepProcess } from './kept-process.ts'
import type { Addresses } from './start-balancer.ts'
import { until } from './until.ts'

const PROGRAM = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))

/** Two providers and two cores, by the command that serves them in production. */
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
    CONSENT_URL: core,
    TRUSTED_PROXIES: '127.0.0.1',
    HOST: '127.0.0.1',
  }
  const serve = (component: 'provider' | 'core', name: string, address: string): KeptProcess =>
    keepProcess({
      name,
      command: process.execPath,
      args: [PROGRAM, 'serve', component],
      env: { ...shared, PORT: new URL(`http://${address}`).port },
      logFile: join(folder, `${name}.log`),
      isSupervised: true,
    })
  const services = [
    serve('provider', 'provider-1', addresses.PROVIDER_1),
    serve('provider', 'provider-2', addresses.PROVIDER_2),
    serve('core', 'core-1', addresses.CORE_1),
    serve('core', 'core-2', addresses.CORE_2),
  ]
  for (const { start } of services) start()
  await untilReady(addresses)
  return services
}

/** All of them serve, and the database answers them. */
export async function untilReady(addresses: Addresses): Promise<void> {
  for (const each of ['PROVIDER_1', 'PROVIDER_2', 'CORE_1', 'CORE_2'] as const) {
    await until(`${each} is ready`, async () => {
      const answer = await fetch(`http://${addresses[each]}/health/ready`).catch(() => undefined)
      return answer?.ok === true
    })
  }
}
