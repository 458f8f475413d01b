import { copyFileSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { describeForLog } from './logged-error.ts'
import { findRequestContext, namesOf } from './request-context.ts'

export type { Logger } from 'pino'

/** Names under which a secret or a claim could reach a log line by mistake. Tested by `logger.test.ts`. */
export const SECRET_FIELDS = [
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
] as const

const SECRET_NAMES: ReadonlySet<string> = new Set(SECRET_FIELDS)
const MAX_DEPTH = 4
const STANDARD_OUTPUT = 1
const TEN_MEGABYTES = 10_000_000
/**
 * As much of several processes goes into one pipe without being mixed (POSIX: PIPE_BUF is 4,096 on Linux). A longer line,
 * of an error with several causes, is written whole and may be mixed with another's: cutting it would spoil it always.
 */
const BYTES_AT_ONCE = 4_096
const LONGEST_WAIT_MS = 20
/** Bytes that may wait for a full disk; later lines are lost. */
const MOST_WAITING_BYTES = 4_194_304
const MANY_AT_ONCE = {
  sync: false,
  minLength: BYTES_AT_ONCE - 1,
  maxWrite: BYTES_AT_ONCE,
  maxLength: MOST_WAITING_BYTES,
}

type LoggerOptions = {
  readonly level: string
  /** The worker that writes, added to each line. */
  readonly worker?: number | undefined
  /** A file that lines are added to, readable by its owner alone; standard output if left out. */
  readonly file?: string
  /** At this size the file is kept as `….1`, in place of the one before it, and begun anew; 10 MB if left out. */
  readonly maximumFileBytes?: number
  /** Anything else that takes lines, for tests. */
  readonly destination?: DestinationStream
}

/**
 * A logger that writes one JSON object a line. Bodies, headers and query strings are never passed to it;
 * redaction is the second line of defence, not the first.
 */
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
  return pino(options, destination ?? (file === undefined ? toStandardOutput() : toFile(file, maximumFileBytes)))
}

/** Adds the request ID to each line, whichever logger writes it. */
function nameRequest() {
  const context = findRequestContext()
  return context ? namesOf(context) : {}
}

/** The time of each line in ISO 8601, of which most lines share all but the milliseconds. */
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

/** Opens the file at once: an early exit could not write to it otherwise. */
function toFile(file: string, maximumBytes: number): DestinationStream {
  const descriptor = openSync(file, 'a', 0o600)
  let bytes = fstatSync(descriptor).size
  const destination = pino.destination({ dest: descriptor, ...MANY_AT_ONCE })
  destination.on('write', (written: number) => {
    bytes += written
    if (bytes < maximumBytes) return
    bytes = 0
    startAnew(file, descriptor)
  })
  return manyAtOnce(destination)
}

/** Without room for the copy the lines are lost: the file must not grow forever. */
function startAnew(file: string, descriptor: number): void {
  try {
    copyFileSync(file, `${file}.1`)
  } catch {
    // The log itself is broken, so the error cannot be logged.
  }
  ftruncateSync(descriptor)
}

function toStandardOutput(): DestinationStream {
  return manyAtOnce(pino.destination({ dest: STANDARD_OUTPUT, ...MANY_AT_ONCE }))
}

/**
 * Buffers lines without making a request wait: a separate write costs four times the line itself. Flushes at exit; a kill
 * may lose the last lines.
 */
function manyAtOnce(destination: ReturnType<typeof pino.destination>): DestinationStream {
  outliveFullDisk(destination)
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    destination.flush()
  }
  return {
    write(line) {
      destination.write(line)
      timer ??= setTimeout(flush, LONGEST_WAIT_MS).unref()
    },
  }
}

/** A full disk costs lines, never the process. Retries with the next line, but not at exit: that would never end. */
function outliveFullDisk(destination: ReturnType<typeof pino.destination>): void {
  const flushSync = destination.flushSync.bind(destination)
  let isFull = false
  destination.on('error', () => {
    isFull = true
  })
  destination.on('write', () => {
    isFull = false
  })
  destination.flushSync = () => {
    if (!isFull) flushSync()
  }
}

/**
 * A copy without the values of secret fields, or the same object where there is nothing to hide. By hand, because
 * wildcard paths of pino's own `redact` were a sixth of all CPU under load.
 */
function redact(fields: Record<string, unknown>, depth = 1): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(fields)) {
    const safe = SECRET_NAMES.has(name) ? '[redacted]' : redactNested(value, depth)
    if (safe === value) continue
    copy ??= { ...fields }
    copy[name] = safe
  }
  return copy ?? fields
}

/** Recurses into plain objects and arrays. Errors are left to their serializer. */
function redactNested(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth >= MAX_DEPTH) return '[too deep]'
  if (Array.isArray(value)) return value.map((each) => redactNested(each, depth + 1))
  return value instanceof Date ? value : redact({ ...value }, depth + 1)
}
