import { VERSION } from '@countersign/service/settings'
import { exposeMetrics, type Logger } from '@countersign/service/telemetry'
import { CommandError } from './command-error.ts'
import { isEveryAddress } from './settings/addresses.ts'
import type { ListenSettings } from './settings/process-settings.ts'

/**
 * Exposes the metrics where they are wanted, until the function that it answers is called.
 * @throws CommandError for an address that cannot be listened on
 */
export async function answerPrometheus(
  address: ListenSettings | undefined,
  logger: Logger,
): Promise<(() => Promise<void>) | undefined> {
  if (!address) return undefined
  if (isEveryAddress(address.host)) {
    const text = 'METRICS_ADDRESS is open to every network of this machine, and asks for no password'
    logger.warn({ event: 'metrics_open_to_all_networks' }, text)
  }
  try {
    return await exposeMetrics(address, VERSION)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new CommandError(`Metrics cannot be offered at METRICS_ADDRESS (${reason}). Choose another port.`, {
      cause: error,
    })
  }
}
