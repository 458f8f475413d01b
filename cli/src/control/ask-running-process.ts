import { existsSync } from 'node:fs'
import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { CommandAnswer, type CommandRequest } from '@countersign/contracts'
import { Value } from 'typebox/value'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { CarriedOut, type Terminal } from '../command-line.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'
import { COMMANDS_PATH, socketPathOf, withSocketAddress } from './control-server.ts'

/** No one listens: no socket, a killed process's socket, or another user's. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES'])

/**
 * Has the process that holds a data directory carry a command out. Undefined if none listens.
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
      ? `The process that holds ${dataDirectory} has not answered for ${Math.ceil(answerMs / 1000)} seconds, and may do it yet. If it answers nobody, stop it and start it again.`
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
 * Has the process that holds the embedded database carry the command out.
 * @throws CarriedOut if it did
 */
export async function carryOutElsewhere(
  { env, user, parameters, files }: Command,
  { output, complain }: Terminal,
  { silentMs, answerMs }: Patience,
): Promise<void> {
  if (env['DATABASE_URL']?.trim()) return
  const dataDirectory = dataDirectoryOf(env)
  const sent = Array.from(files, ([path, content]) => ({ path, content: content.toString('base64url') }))
  const request = { parameters: [...parameters], files: sent, user }
  const say = (): void => complain(waitingFor(dataDirectory))
  const answer = await withWord(silentMs, say, () => askRunningProcess(dataDirectory, request, answerMs))
  if (!answer) return
  if (answer.output) output.print(answer.output.trimEnd())
  if (answer.complaint) complain(answer.complaint)
  throw new CarriedOut(answer.code)
}

export function waitingFor(dataDirectory: string): string {
  return `Waiting for the process that holds ${dataDirectory} …\n`
}

/** How long a command waits for the process that holds its data directory. */
export type Patience = {
  /** Without a message. */
  readonly silentMs: number
  /** Until it takes commands: a starting process makes its database first, a stopping one finishes requests. */
  readonly readyMs: number
  /** Until the command is done. */
  readonly answerMs: number
}

export const PATIENCE: Patience = { silentMs: 2_000, readyMs: 10_000, answerMs: 60_000 }

export async function withWord<Result>(
  silentMs: number,
  say: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(say, silentMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
