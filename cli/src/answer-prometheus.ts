import { exposeMetrics, VERSION } from '@countersign/service'
import { CommandError } from './command-error.ts'
import type { ListenSettings } from './settings/process-settings.ts'

/**
 * Exposes the metrics where they are wanted, until the function that it answers is called.
 * @throws CommandError for an address that cannot be listened on
 */
export async function answerPrometheus(
  address: ListenSettings | undefined,
): Promise<(() => Promise<void>) | undefined> {
  if (!address) return undefined
  try {
    return await exposeMetrics(address, VERSION)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new CommandError(`Metrics cannot be offered at METRICS_ADDRESS (${reason}). Choose another port.`, {
      cause: error,
    })
  }
}
