import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { CommandError } from '../command-error.ts'
import type { ListenSettings } from './process-settings.ts'

/**
 * Makes sure that a port can be listened on, before anything else is started, and answers which one it is.
 * `variable` names the setting with which the person chooses another.
 */
export async function claimPort({ host, port }: ListenSettings, variable: string): Promise<number> {
  // Its primary has made sure, and a probe here would be given connections of the port that all workers share.
  if (cluster.isWorker) return port
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
    const address = probe.address()
    return typeof address === 'object' && address ? address.port : port
  } catch (error) {
    throw new CommandError(refusalOf(error, { host, port }, variable), { cause: error })
  } finally {
    probe.close()
  }
}

function refusalOf(error: unknown, { host, port }: ListenSettings, variable: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const cure = `Choose another: ${variable}=${port + 1}`
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. ${cure}`
  if (code === 'EACCES') return `Port ${port} needs more rights than this user has. ${cure}`
  return `It is not possible to listen on ${host}, port ${port}: ${error instanceof Error ? error.message : 'unknown'}.`
}
