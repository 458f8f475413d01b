import type { HttpClient } from '../load/http-client.ts'
import { type Timed, untimed, type Walk } from '../load/run-load.ts'
import type { DurableDatabase } from './durable-database.ts'
import type { ServerProcess } from './server-process.ts'

export const WORKLOADS = ['flow', 'refresh', 'introspection'] as const

export type Workload = (typeof WORKLOADS)[number]

/** One process, or one each for the public half and the other. */
export const ARRANGEMENTS = ['together', 'apart'] as const

export type Arrangement = (typeof ARRANGEMENTS)[number]

export type Target = {
  readonly walks: Readonly<Record<Workload, Walk>>
  readonly servers: readonly Pick<ServerProcess, 'pid' | 'stop'>[]
  readonly database: DurableDatabase
  stop(): Promise<void>
}

export type Tokens = { readonly access_token: string; refresh_token: string }

type Parts = Omit<Target, 'stop' | 'walks'> & {
  readonly clients: readonly HttpClient[]
  readonly flow: (timed: Timed) => Promise<Tokens>
  /** @returns the next refresh token */
  readonly refresh: (refreshToken: string) => Promise<string>
  readonly introspect: (accessToken: string) => Promise<void>
}

/** Each walker refreshes and introspects tokens of its own, given on its first walk. */
export function createTarget({ clients, flow, refresh, introspect, ...parts }: Parts): Target {
  const refreshed: Promise<Tokens>[] = []
  const introspected: Promise<Tokens>[] = []
  return {
    ...parts,
    walks: {
      flow: async (timed) => void (await flow(timed)),
      refresh: async (_timed, walker) => {
        const tokens = await (refreshed[walker] ??= flow(untimed))
        tokens.refresh_token = await refresh(tokens.refresh_token)
      },
      introspection: async (_timed, walker) => {
        const tokens = await (introspected[walker] ??= flow(untimed))
        await introspect(tokens.access_token)
      },
    },
    stop: async () => {
      for (const client of clients) client.close()
      for (const server of parts.servers) await server.stop()
      await parts.database.remove()
    },
  }
}
