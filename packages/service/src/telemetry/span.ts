type Attributes = Readonly<Record<string, string | number>>

export type SpanStart = {
  readonly name: string
  /** `server` answers, `client` asks another process. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
}

/** How long something took, and for what, as a collector of traces is told. */
export type Span = {
  readonly traceId: string
  /** What the next process goes on with (W3C Trace Context §3.2). */
  readonly traceparent: string
  readonly startChild: (start: SpanStart) => Span
  readonly end: (outcome?: { readonly attributes?: Attributes; readonly hasFailed?: boolean }) => void
}

/** Begins a span with nothing before it here; `traceparent` is what came before it elsewhere. */
export type StartTrace = (start: SpanStart, traceparent: string | undefined) => Span

let startTrace: StartTrace | undefined

/** Has each request traced from now on. */
export function traceBy(start: StartTrace | undefined): void {
  startTrace = start
}

/** Nothing where nobody collects traces. */
export function findStartTrace(): StartTrace | undefined {
  return startTrace
}
