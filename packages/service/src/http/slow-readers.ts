import type { Connection } from './pipeline.ts'

export type ReadingLimits = {
  /** How long nothing may come or go while a request is under way, and how long its headers may take. */
  readonly silenceMs: number
  /** Unread bytes over all connections; beyond it those that hold the most are closed. */
  readonly unreadBytes: number
  /** Slower than any usual connection; a client that reads more slowly on average is closed. */
  readonly readBytesPerSecond: number
}

type Answering = Connection & { readonly answering: NonNullable<Connection['answering']> }

/** Closes connections that read too slowly and, if too much is unread in total, those that hold the most. */
export function closeSlowReaders(
  connections: readonly Connection[],
  { silenceMs, unreadBytes, readBytesPerSecond }: ReadingLimits,
): void {
  const time = performance.now()
  const answering = connections.filter((connection) => noteAnswering(connection, time))
  for (const {
    socket,
    answering: { since, bytesBefore },
  } of answering) {
    const bytes = Math.max(socket.bytesWritten - bytesBefore, socket.writableLength)
    if (time - since > silenceMs + (bytes / readBytesPerSecond) * 1_000) socket.destroy()
  }
  let unread = answering.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  for (const { socket } of answering.toSorted(byWhatTheyHold)) {
    if (unread <= unreadBytes) return
    unread -= socket.writableLength
    socket.destroy()
  }
}

function noteAnswering(connection: Connection, time: number): connection is Answering {
  if (!connection.current?.response.headersSent) return false
  connection.answering ??= { since: time, bytesBefore: connection.socket.bytesWritten }
  return true
}

/** Most unread bytes first, then the oldest: a client that reads holds fewer than one that does not. */
function byWhatTheyHold(one: Answering, other: Answering): number {
  return other.socket.writableLength - one.socket.writableLength || one.answering.since - other.answering.since
}
