type Attributes = Readonly<Record<string, string | number>>

export type SpanStart = {
  readonly name: string
  /** `server` answers, `client` asks another process. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
}

/** A timed operation, as traces record it. */
export type Span = {
  readonly traceId: string
  /** Passed to the next process (W3C Trace Context §3.2). */
  readonly traceparent: string
  readonly startChild: (start: SpanStart) => Span
  readonly end: (outcome?: { readonly attributes?: Attributes; readonly hasFailed?: boolean }) => void
}

/** Starts a span without a local parent; `traceparent` names the remote one. */
export type StartTrace = (start: SpanStart, traceparent: string | undefined) => Span

let startTrace: StartTrace | undefined

/** Has each request traced from now on. */
export function traceBy(start: StartTrace | undefined): void {
  startTrace = start
}

/** Undefined if tracing is off. */
export function findStartTrace(): StartTrace | undefined {
  return startTrace
}
