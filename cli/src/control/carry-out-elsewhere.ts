import type { CommandContext } from '../command-context.ts'
import { CarriedOut, type Terminal } from '../command-line.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'
import { askRunningProcess } from './ask-running-process.ts'
import { type Patience, withWord } from './patience.ts'

type Command = Pick<CommandContext, 'env' | 'user'> & {
  readonly parameters: readonly string[]
  /** The files that are named in them, by their paths as typed. */
  readonly files: ReadonlyMap<string, Buffer>
}

/**
 * The embedded database serves one process: while that runs, it does the work.
 * @throws CarriedOut when it did
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
