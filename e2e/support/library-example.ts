import { join } from 'node:path'
import { freePort } from '@countersign/testing'
import type { TestServer } from 'countersign/testing'
import { type Program, startProgram, stopProgram, untilAnswering } from './example-process.ts'

export const EXAMPLES = join(import.meta.dirname, '../../examples')

export type LibraryExample = {
  readonly name: string
  /** Where its library has people come back to. */
  readonly callbackPath: string
  readonly program: Omit<Program, 'env'>
  /** Beside what every example takes. */
  readonly env?: Readonly<Record<string, string>>
}

export type StartedExample = { readonly url: string; close(): Promise<void> }

/** An app that signs people in by a library that knows nothing of sealed claims. */
export async function startLibraryExample(server: TestServer, example: LibraryExample): Promise<StartedExample> {
  const port = await freePort()
  const { clientId, clientSecret, redirectUri } = await server.addApp({
    name: example.name,
    redirectUri: `http://localhost:${port}${example.callbackPath}`,
    plain: true,
  })
  const env = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, REDIRECT_URI: redirectUri, ...example.env }
  return startExample(server, { ...example, port, env })
}

type Example = {
  readonly program: Omit<Program, 'env'>
  readonly port: number
  readonly env: NodeJS.ProcessEnv
}

/** Runs an example that is registered, until it answers. */
export async function startExample({ issuer }: TestServer, { program, port, env }: Example): Promise<StartedExample> {
  const url = `http://localhost:${port}`
  const settings = { NODE_ENV: undefined, ISSUER: issuer, PORT: String(port), ...env }
  const started = startProgram({ ...program, env: { ...process.env, ...settings } })
  await untilAnswering(started, url)
  return { url, close: () => stopProgram(started) }
}

/** Registers an API with a scope of its own, and answers the client that asks about its tokens. */
export async function addNotes({ issuer, adminToken }: TestServer, resource: string) {
  const response = await fetch(`${issuer}/api/admin/resource-servers/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      resource,
      name: 'Notes',
      scopes: [{ name: 'notes:read', texts: { en: { title: 'See your notes', description: '' } } }],
    }),
  })
  const answer: unknown = await response.json()
  const fields: Readonly<Record<string, unknown>> = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  const { client_id: clientId, client_secret: clientSecret } = fields
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string') throw new Error(JSON.stringify(answer))
  return { clientId, clientSecret }
}
