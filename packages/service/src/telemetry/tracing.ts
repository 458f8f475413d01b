import { SettingsError } from '../settings/settings.ts'

type Attributes = Readonly<Record<string, string | number>>

export type SpanStart = {
  readonly name: string
  /** `client` calls another process. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
}

export type Span = {
  readonly traceId: string
  /** For the next process (W3C Trace Context §3.2). */
  readonly traceparent: string
  readonly startChild: (start: SpanStart) => Span
  readonly end: (outcome?: { readonly attributes?: Attributes; readonly hasFailed?: boolean }) => void
}

/** Starts a span without a local parent; `traceparent` names a remote one. */
export type StartTrace = (start: SpanStart, traceparent: string | undefined) => Span

let startTrace: StartTrace | undefined

/** Undefined if tracing is off. */
export function findStartTrace(): StartTrace | undefined {
  return startTrace
}

export type TracingSettings = {
  /** Takes OTLP over HTTP. */
  readonly endpoint: string
  /** Share of traces to keep; 1 is all. */
  readonly share: number
  readonly serviceName: string
  readonly version: string
}

const NOT_INSTALLED =
  'is set, but the optional packages of OpenTelemetry are missing: install without --omit=optional, or leave it out.'

/** Traces requests; the returned function stops and flushes. @throws SettingsError without the OpenTelemetry packages */
export async function startTracing(settings: TracingSettings): Promise<() => Promise<void>> {
  const { openTelemetry } = await import('./open-telemetry.ts').catch((error: unknown) => {
    throw new SettingsError([`OTEL_EXPORTER_OTLP_ENDPOINT ${NOT_INSTALLED}`], { cause: error })
  })
  const opened = openTelemetry(settings)
  startTrace = opened.startTrace
  return async () => {
    startTrace = undefined
    // An unreachable collector must not block a clean exit.
    await opened.stop().catch(() => undefined)
  }
}
