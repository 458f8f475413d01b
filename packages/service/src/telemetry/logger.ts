import { copyFileSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { createLineWriter } from './line-writer.ts'
import { describeForLog } from './logged-error.ts'
import { findRequestContext, namesOf } from './request-context.ts'

export type { Logger } from 'pino'

/** Names under which a secret or a claim could reach the log by mistake. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'x-service-token',
  'password',
  'client_secret',
  'client_assertion',
  'code',
  'code_verifier',
  'access_token',
  'refresh_token',
  'data_token',
  'session_token',
  'authorization_code',
  'rec_auth',
  'claims',
])
const MAX_DEPTH = 4
const STANDARD_OUTPUT = 1
const TEN_MEGABYTES = 10_000_000
/** Of a process alone with its destination. */
const BYTES_AT_ONCE = 32_768
/** PIPE_BUF of Linux: shorter writes to a pipe that workers share stay whole (POSIX). Longer lines may mix with others. */
const BYTES_OF_A_WORKER = 4_096

type LoggerOptions = {
  readonly level: string
  readonly worker?: number | undefined
  /** Appended to, readable by its owner only; standard output by default. */
  readonly file?: string
  /** From this size on the file is copied to `….1` and truncated; 10 MB by default. */
  readonly maximumFileBytes?: number
  /** For tests. */
  readonly destination?: DestinationStream
}

/** Writes one JSON object a line. Callers never pass bodies, headers or query strings; redaction is the second defence. */
export function createLogger(loggerOptions: LoggerOptions): Logger {
  const { level, worker, file, maximumFileBytes = TEN_MEGABYTES, destination } = loggerOptions
  const options = {
    level,
    base: worker === undefined ? null : { worker },
    timestamp: createTimestamps(),
    mixin: nameRequest,
    serializers: { err: (error: unknown) => (error instanceof Error ? describeForLog(error) : error) },
    formatters: { level: (label: string) => ({ level: label }), log: redact },
  }
  const bytesAtOnce = worker === undefined ? BYTES_AT_ONCE : BYTES_OF_A_WORKER
  const toStandardOutput = () => createLineWriter({ descriptor: STANDARD_OUTPUT, bytesAtOnce })
  return pino(options, destination ?? (file === undefined ? toStandardOutput() : toFile(file, maximumFileBytes)))
}

/** Adds the request ID to lines of every logger. */
function nameRequest() {
  const context = findRequestContext()
  return context ? namesOf(context) : {}
}

/** ISO 8601; the part up to the second is cached. */
function createTimestamps(): () => string {
  let second = 0
  let start = ''
  return () => {
    const now = Date.now()
    const milliseconds = now % 1_000
    if (now - milliseconds !== second) {
      second = now - milliseconds
      start = `,"time":"${new Date(second).toISOString().slice(0, -4)}`
    }
    return `${start}${String(milliseconds).padStart(3, '0')}Z"`
  }
}

/** Opens the file now: an early exit could not write to it otherwise. */
function toFile(file: string, maximumBytes: number): DestinationStream {
  const descriptor = openSync(file, 'a', 0o600)
  let bytes = fstatSync(descriptor).size
  const onWritten = (written: number): void => {
    bytes += written
    if (bytes < maximumBytes) return
    bytes = 0
    startAnew(file, descriptor)
  }
  return createLineWriter({ descriptor, bytesAtOnce: BYTES_AT_ONCE, onWritten })
}

/** A failed copy loses its lines: the file must not grow forever. */
function startAnew(file: string, descriptor: number): void {
  try {
    copyFileSync(file, `${file}.1`)
  } catch {
    // The log itself is broken: nowhere to report it.
  }
  ftruncateSync(descriptor)
}

/** Returns flat fields without a secret as they are, and copies others. By hand: pino's wildcard paths took a sixth of all CPU under load. */
function redact(fields: Record<string, unknown>, depth = 1): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    const safe = SECRET_NAMES.has(name) ? '[redacted]' : redactNested(value, depth)
    if (safe === value) continue
    copy ??= { ...fields }
    copy[name] = safe
  }
  return copy ?? fields
}

/** Errors are left to their serializer. A URL loses its password and query string. */
function redactNested(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth >= MAX_DEPTH) return '[too deep]'
  if (Array.isArray(value)) return value.map((each) => redactNested(each, depth + 1))
  if (value instanceof Date) return value
  if (value instanceof URL) return `${value.protocol}//${value.host}${value.pathname}`
  return redact(value instanceof Map ? Object.fromEntries(value) : { ...value }, depth + 1)
}
