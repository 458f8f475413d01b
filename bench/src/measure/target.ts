import type { HttpClient } from '../load/http-client.ts'
import type { Walk } from '../load/run-load.ts'
import type { DurableDatabase } from './durable-database.ts'
import type { ServerProcess } from './server-process.ts'

export const WORKLOADS = ['flow', 'refresh', 'introspection'] as const

export type Workload = (typeof WORKLOADS)[number]

/** One process, or one each for the public half and the other. */
export const ARRANGEMENTS = ['together', 'apart'] as const

export type Arrangement = (typeof ARRANGEMENTS)[number]

export type Target = {
  readonly walks: Readonly<Record<Workload, Walk>>
  readonly servers: readonly ServerProcess[]
  readonly database: DurableDatabase
  stop(): Promise<void>
}

type Parts = Omit<Target, 'stop'> & { readonly clients: readonly HttpClient[] }

export function createTarget({ clients, ...parts }: Parts): Target {
  const stop = async (): Promise<void> => {
    for (const client of clients) client.close()
    for (const server of parts.servers) await server.stop()
    await parts.database.remove()
  }
  return { ...parts, stop }
}

/** Makes one for each walker, on its first walk. */
export function keepForEach<Kept>(create: (walker: number) => Promise<Kept>): (walker: number) => Promise<Kept> {
  const kept: Promise<Kept>[] = []
  return (walker) => (kept[walker] ??= create(walker))
}
