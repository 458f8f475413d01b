import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RegisteredClient } from '@countersign/provider'

/** It is compiled where this is. */
const PROGRAM = new URL(`../../../examples/relying-app/src/main${extname(import.meta.filename)}`, import.meta.url)

type DemoApp = { readonly stop: () => Promise<void> }

type DemoSettings = {
  readonly client: RegisteredClient
  /** Where its key for sealed claims is. */
  readonly claimsKeyFile: string
  readonly issuer: string
  /** The `iss` of Demo University. */
  readonly university: string
  readonly host: string
  readonly port: number
}

/**
 * Runs the example app as it is, beside the server. A thread and not a process, because it ends with this one however
 * this one ends: an orphan would hold its port at the next start.
 * @throws what the app threw while starting
 */
export async function startDemoApp({ host, port, ...settings }: DemoSettings): Promise<DemoApp> {
  const { client, claimsKeyFile, issuer, university } = settings
  const env = {
    ISSUER: issuer,
    UNIVERSITY: university,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret ?? '',
    CLAIMS_KEY_FILE: claimsKeyFile,
    PORT: String(port),
    HOST: host,
  }
  const worker = new Worker(PROGRAM, { env, stdout: true })
  const failed = once(worker, 'exit').then(() => Promise.reject(new Error('The demo app ended while starting.')))
  await Promise.race([once(worker.stdout, 'data'), failed])
  failed.catch(() => undefined)
  return { stop: async () => void (await worker.terminate()) }
}
