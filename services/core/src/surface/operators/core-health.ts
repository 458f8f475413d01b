import type { HealthReport } from '@countersign/contracts'
import type { CoreDependencies } from '../dependencies.ts'

/** Core's answer to `readCoreHealth`. */
export async function readCoreHealth({
  config,
  senders,
  readHealth,
}: Pick<CoreDependencies, 'config' | 'senders' | 'readHealth'>): Promise<HealthReport> {
  const { ofLastDay, last } = senders.mailFailures.read()
  return {
    ...(await readHealth()),
    keys_rotate_at: null,
    mail: {
      is_configured: config.mail !== undefined,
      failures_last_day: ofLastDay,
      last_failure: last ? { at: last.at.toISOString(), reason: last.reason } : null,
    },
  }
}
