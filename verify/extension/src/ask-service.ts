import { PAGE_CONFIG_PATH, readPageConfig } from '@countersign/contracts/page-config'
import { isVisible } from '@countersign/contracts/visible-text'
import type { WireConfig } from './services.ts'

const TIMEOUT_MS = 5_000

/** Asks a service for its configuration. @throws Error if it does not answer, or not as a service does */
export async function askService(origin: string): Promise<WireConfig> {
  const response = await fetch(origin + PAGE_CONFIG_PATH, {
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const wire: WireConfig = await response.json()
  // Empty: core is at the page's own address.
  const config = { ...wire, core_url: wire['core_url'] === '' ? origin : wire['core_url'] }
  const { brand } = readPageConfig(config)
  // In the page itself the server chooses every word; here it stands beside ours.
  if (![brand.name, ...brand.links.map(({ label }) => label)].every(isVisible))
    throw new Error('A name hides characters.')
  return config
}
