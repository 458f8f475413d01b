import { SettingsError } from '../settings/settings.ts'
import { traceBy } from './span.ts'

export type TracingSettings = {
  /** Where a collector takes OTLP over HTTP. */
  readonly endpoint: string
  /** How many of the traces that begin here are kept: 1 is all. */
  readonly share: number
  readonly serviceName: string
  readonly version: string
}

const NOT_INSTALLED =
  'is set, but the optional packages of OpenTelemetry are missing: install without --omit=optional, or leave it out.'

/**
 * Traces each request; the returned function stops and flushes.
 * @throws SettingsError if the OpenTelemetry packages are not installed
 */
export async function startTracing(settings: TracingSettings): Promise<() => Promise<void>> {
  const { openTelemetry } = await import('./open-telemetry.ts').catch((error: unknown) => {
    throw new SettingsError([`OTEL_EXPORTER_OTLP_ENDPOINT ${NOT_INSTALLED}`], { cause: error })
  })
  const { startTrace, stop } = openTelemetry(settings)
  traceBy(startTrace)
  return async () => {
    traceBy(undefined)
    // An unreachable collector must not block a clean exit.
    await stop().catch(() => undefined)
  }
}
