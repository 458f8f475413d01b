import { existsSync } from 'node:fs'
import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { CommandAnswer, type CommandRequest } from '@countersign/contracts'
import { Compile } from 'typebox/compile'
import { CommandError } from '../command-error.ts'
import { COMMANDS_PATH } from './control-server.ts'
import { socketPathOf, withSocketAddress } from './socket-path.ts'

const answerShape = Compile(CommandAnswer)

/** Nobody listens: there is no socket, or a process that was killed has left it, or it is another user's. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES'])

/**
 * Asks the process that holds a data directory to carry a command out. Answers nothing where none listens.
 * @throws CommandError if it ends before it answers, or does not answer in time
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
  if (answerShape.Check(answer)) return answer
  throw new Error(`Unexpected answer: ${body}`)
}
