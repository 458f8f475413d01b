import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { CommandAnswer, CommandRequest, MAXIMUM_FILE_BYTES } from '@countersign/contracts'
import { closeHttpServer, createHttpServer } from '@countersign/service/http'
import type { Logger } from '@countersign/service/telemetry'

export type CarryOut = (request: CommandRequest) => Promise<CommandAnswer>

type ControlSettings = { readonly dataDirectory: string; readonly carryOut: CarryOut; readonly logger: Logger }

export const COMMANDS_PATH = '/commands'

/** A command on a large database may stay silent this long. */
const SILENCE_MS = 3_600_000

/** Room for a file in every option that takes one, and the longest command line. */
const BODY_LIMIT_BYTES = 8 * MAXIMUM_FILE_BYTES

/**
 * Takes commands for the embedded database over a socket in the data directory, which only its owner may enter: the same
 * user could open the database. Returns a function that stops it.
 */
export async function listenForCommands({ dataDirectory, carryOut, logger }: ControlSettings) {
  const path = socketPathOf(dataDirectory)
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // An existing folder may be open to others: close it before it holds anything.
  chmodSync(folder, 0o700)
  // This process holds the data directory's lock, so an existing socket is stale.
  rmSync(path, { force: true })
  const app = createHttpServer({ logger })
  app.server.timeout = SILENCE_MS
  const schema = { body: CommandRequest, response: { 200: CommandAnswer } }
  const options = { schema, bodyLimit: BODY_LIMIT_BYTES }
  app.post<{ Body: CommandRequest }>(COMMANDS_PATH, options, async (request) => carryOut(request.body))
  await withSocketAddress(path, (address) => app.listen({ path: address }))
  chmodSync(path, 0o600)
  return async (): Promise<void> => {
    await closeHttpServer(app)
    rmSync(path, { force: true })
  }
}

// A socket's address holds 108 bytes on Linux and 104 on macOS, with the NUL at its end (unix(7), unix(4)).
const MAXIMUM_PATH_BYTES = 103

export function socketPathOf(dataDirectory: string): string {
  return join(dataDirectory, 'control', 'socket')
}

/** Uses a path as a socket address; a path that is too long goes through a short temporary link. */
export async function withSocketAddress<Result>(
  path: string,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  if (Buffer.byteLength(path) <= MAXIMUM_PATH_BYTES) return use(path)
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'))
  try {
    const link = join(folder, 'control')
    symlinkSync(dirname(path), link)
    return await use(join(link, basename(path)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
