import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  // Vitest asks for declaration merging.
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for the whole run; `DATABASE_URL` in the environment wins over starting our own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  const server = given ? { url: given, stop: async () => undefined } : await startPostgres({ durable: false })
  project.provide('postgresUrl', server.url)
  return server.stop
}
