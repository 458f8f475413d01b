import { type Span as ApiSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span, SpanStart, StartTrace, TracingSettings } from './tracing.ts'

/** Only shutdown waits for an export. */
const EXPORT_MS = 2_000
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const
const TRACEPARENT = /^00-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})$/

/** Loaded only if a collector is configured. */
export function openTelemetry({ endpoint, share, serviceName, version }: TracingSettings) {
  const named = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })
  const provider = new TracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS }),
      }),
    ],
  })
  const tracer = provider.getTracer('countersign', version)
  const startTrace: StartTrace = (start, traceparent) => begin(tracer, start, contextOf(traceparent))
  return { startTrace, stop: () => provider.shutdown() }
}

function begin(tracer: Tracer, { name, kind, attributes }: SpanStart, parent = ROOT_CONTEXT): Span {
  const span = tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, parent)
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    startChild: (start) => begin(tracer, start, trace.setSpan(ROOT_CONTEXT, span)),
    end: (outcome) => end(span, outcome),
  }
}

function end(span: ApiSpan, { attributes, hasFailed }: Parameters<Span['end']>[0] = {}): void {
  if (attributes) span.setAttributes(attributes)
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function contextOf(traceparent: string | undefined) {
  const { traceId, spanId, flags } = TRACEPARENT.exec(traceparent ?? '')?.groups ?? {}
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, remote)
}
