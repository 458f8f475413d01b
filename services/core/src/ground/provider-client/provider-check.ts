import type { ReadinessCheck } from '@countersign/service/telemetry'

/** Longer than a network within one house needs, and less than whoever asks waits for. */
const ANSWER_MS = 1_000

/** Whether a provider elsewhere answers, whatever it needs itself: what fails there, it tells by its own readiness. */
export function providerCheck(baseUrl: string): ReadinessCheck {
  return {
    name: 'provider',
    check: async () => {
      const { ok } = await fetch(`${baseUrl}/health/live`, {
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      if (!ok) throw new Error('Something else answers in place of the provider.')
    },
  }
}
