import { existsSync } from 'node:fs'
import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { CommandAnswer, type CommandRequest } from '@countersign/contracts'
import { isSet } from '@countersign/service/settings'
import { Value } from 'typebox/value'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { CarriedOut, type Terminal } from '../command-line.ts'
import { type Patience, waitingFor, warnWhenSlow } from '../patience.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'
import { COMMANDS_PATH, socketPathOf, withSocketAddress } from './control-server.ts'

/** No one listens: no socket, a killed process's socket, or another user's. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES'])

/**
 * Sends a request to the process that holds a data directory. Undefined if no process listens.
 * @throws CommandError if it ends before it answers, or answers too late
 */
export async function askRunningProcess(
  dataDirectory: string,
  request: CommandRequest,
  answerMs: number,
): Promise<CommandAnswer | undefined> {
  const path = socketPathOf(dataDirectory)
  if (!existsSync(path)) return undefined
  const signal = AbortSignal.timeout(answerMs)
  try {
    return await withSocketAddress(path, (address) => post(address, request, signal))
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOBODY.has(String(error.code))) return undefined
    const complaint = signal.aborted
      ? `The process that holds ${dataDirectory} has not answered for ${Math.ceil(answerMs / 1000)} seconds, and may do it yet. If it does not answer at all, stop it and start it again.`
      : 'The running process ended before it answered.'
    throw new CommandError(`${complaint} Look at what was changed (countersign audit) before you repeat it.`, {
      cause: error,
    })
  }
}

async function post(socketPath: string, request: CommandRequest, signal: AbortSignal): Promise<CommandAnswer> {
  const body = await new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    sendRequest({ socketPath, path: COMMANDS_PATH, method: 'POST', headers, agent: false, signal }, (response) => {
      text(response).then(resolve, reject)
    })
      .on('error', reject)
      .end(JSON.stringify(request))
  })
  const answer: unknown = JSON.parse(body)
  if (Value.Check(CommandAnswer, answer)) return answer
  throw new Error(`Unexpected answer: ${body}`)
}

type Command = Pick<CommandContext, 'env' | 'user'> & {
  readonly parameters: readonly string[]
  /** Files named in the parameters, by their paths as typed. */
  readonly files: ReadonlyMap<string, Buffer>
}

/**
 * Delegates this command to the process that holds the embedded database, and prints its answer. Returns if no such process runs.
 * @throws CarriedOut with the exit code, so that the command does not run here too
 */
export async function carryOutElsewhere(
  { env, user, parameters, files }: Command,
  { output, complain }: Terminal,
  { silentMs, answerMs }: Patience,
): Promise<void> {
  if (isSet(env, 'DATABASE_URL')) return
  const dataDirectory = dataDirectoryOf(env)
  const sent = Array.from(files, ([path, content]) => ({ path, content: content.toString('base64url') }))
  const request = { parameters: [...parameters], files: sent, user }
  const say = (): void => complain(waitingFor(dataDirectory))
  const answer = await warnWhenSlow(silentMs, say, () => askRunningProcess(dataDirectory, request, answerMs))
  if (!answer) return
  if (answer.output) output.print(answer.output.trimEnd())
  if (answer.complaint) complain(answer.complaint)
  throw new CarriedOut(answer.code)
}
