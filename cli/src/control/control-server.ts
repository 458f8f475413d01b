import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { CommandAnswer, CommandRequest, MAXIMUM_FILE_BYTES } from '@countersign/contracts'
import { closeHttpServer, createHttpServer } from '@countersign/service/http'
import type { Logger } from '@countersign/service/telemetry'

export type CarryOut = (request: CommandRequest) => Promise<CommandAnswer>

type ControlSettings = { readonly dataDirectory: string; readonly carryOut: CarryOut; readonly logger: Logger }

/** The only path that the socket answers. */
export const COMMANDS_PATH = '/commands'

/** A command on a large database says nothing until it is done, and only the owner can connect. */
const SILENCE_MS = 3_600_000

/** Room for a file in every option that takes one, and for the longest command line that a system starts. */
const BODY_LIMIT_BYTES = 8 * MAXIMUM_FILE_BYTES

/**
 * Takes commands for the embedded database, which this process holds, over a socket in the data directory. Who may open
 * the socket could open the database: the folder is its owner's alone. Returns how to end it, after what is under way.
 */
export async function listenForCommands({ dataDirectory, carryOut, logger }: ControlSettings) {
  const path = socketPathOf(dataDirectory)
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // One that was there before may be open to others: closed before there is anything in it.
  chmodSync(folder, 0o700)
  // The data directory is locked by this process, so whoever left a socket here is gone.
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

/** Where the process that holds a data directory takes commands: in a folder that only its owner may enter. */
export function socketPathOf(dataDirectory: string): string {
  return join(dataDirectory, 'control', 'socket')
}

/** Uses a path as a socket's address. One that is too long for that is reached by a short link, there for the moment. */
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
