import { write, writeSync } from 'node:fs'

const LONGEST_WAIT_MS = 50
/** For a full disk or a reader that stalls; later lines are lost. */
const MOST_WAITING_BYTES = 4_194_304
/** For a reader that takes nothing while the process exits. */
const STALLED_AT_EXIT_MS = 5_000
const PAUSE_AT_EXIT_MS = 10

/** Of all writers; for each a listener of its own would be reported as a leak. */
const restWriters = new Set<() => void>()
process.on('exit', () => {
  for (const writeRest of restWriters) writeRest()
})

type LineWriterOptions = {
  readonly descriptor: number
  /** Of one write, unless a line is longer. */
  readonly bytesAtOnce: number
  readonly onWritten?: (bytes: number) => void
}

/**
 * Writes whole lines together, 50 ms late at most: a separate write costs four times the line itself. A failed write is
 * tried again, and at exit the rest is written; a kill may lose the last lines.
 */
export function createLineWriter({ descriptor, bytesAtOnce, onWritten }: LineWriterOptions) {
  const lines: string[] = []
  let waitingBytes = 0
  let chunk = Buffer.alloc(0)
  let isWriting = false
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined

  function takeLines(): Buffer<ArrayBuffer> {
    const taken = takeFirst(lines, bytesAtOnce)
    waitingBytes -= taken.length
    return taken
  }

  function writeSoon(): void {
    timer ??= setTimeout(writeChunk, LONGEST_WAIT_MS).unref()
  }

  function writeChunk(): void {
    clearTimeout(timer)
    timer = undefined
    if (isWriting) return
    if (chunk.length === 0) chunk = takeLines()
    isWriting = true
    write(descriptor, chunk, (error, written) => {
      isWriting = false
      hasFailed = error !== null && !isBusy(error)
      if (error) return writeSoon()
      chunk = chunk.subarray(written)
      onWritten?.(written)
      if (chunk.length > 0 || waitingBytes >= bytesAtOnce) return writeChunk()
      if (lines.length > 0) writeSoon()
    })
  }

  restWriters.add(() => {
    // A full disk would never take them. A write that is under way ends before the process.
    if (!hasFailed) writeNow(descriptor, isWriting || chunk.length === 0 ? takeLines() : chunk, takeLines)
  })
  return {
    write(line: string): void {
      const bytes = Buffer.byteLength(line)
      if (waitingBytes + bytes > MOST_WAITING_BYTES) return
      lines.push(line)
      waitingBytes += bytes
      if (waitingBytes >= bytesAtOnce) writeChunk()
      else writeSoon()
    },
  }
}

/** Removes as many lines as fit, one at least. */
function takeFirst(lines: string[], bytesAtOnce: number): Buffer<ArrayBuffer> {
  let [count, bytes] = [0, 0]
  for (const line of lines) {
    bytes += Buffer.byteLength(line)
    if (count > 0 && bytes > bytesAtOnce) break
    count += 1
  }
  return Buffer.from(lines.splice(0, count).join(''))
}

function writeNow(descriptor: number, first: Buffer, takeNext: () => Buffer): void {
  let rest = first
  let triedSince = performance.now()
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
      if (rest.length === 0) rest = takeNext()
      triedSince = performance.now()
    } catch (error) {
      if (!isBusy(error) || performance.now() - triedSince > STALLED_AT_EXIT_MS) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_AT_EXIT_MS)
    }
  }
}

/** A pipe that does not block is full. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}
