/** The thread that `createTestServer` starts: runs test servers and their people. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { compileEngine } from '@countersign/service/sql/embedded-engine'
import { CommandError } from 'countersign/internal/command-error.ts'
import type { StartedServer } from './start-test-server.ts'
import type { TestPerson } from './test-server.ts'
import type { Answer, CallInput, CallName, CallOutput, Failure, FromThread, ToThread } from './thread-calls.ts'

type Kept = { readonly server: StartedServer; readonly people: Map<string, TestPerson> }

/** Their messages say what to do. */
const SENTENCES = new Set(['CommandError', 'SettingsError'])
const servers = new Map<string, Kept>()

const ANSWERS: { readonly [Name in CallName]: (input: CallInput<Name>) => Promise<CallOutput<Name>> } = {
  start: async (input) => {
    enableCompileCache(join(input.cacheFolder, 'compiled'))
    const { startTestServer } = await import('./start-test-server.ts')
    const server = await startTestServer(input)
    servers.set(server.issuer, { server, people: new Map() })
    flushCompileCache()
    return { issuer: server.issuer, app: server.app, adminToken: server.adminToken }
  },
  addApp: async ({ issuer, options }) => find(issuer).server.addApp(options),
  createPerson: async ({ issuer, options }) => {
    const { server, people } = find(issuer)
    const person = await server.createPerson(options)
    people.set(person.subject, person)
    const { subject, login, password } = person
    return { subject, login, password }
  },
  approve: async ({ url, approval, ...person }) => findPerson(person).approve(url, approval),
  deny: async ({ url, ...person }) => findPerson(person).deny(url),
  saveClaims: async ({ claims, ...person }) => findPerson(person).saveClaims(claims),
  change: async ({ claims, ...person }) => findPerson(person).change(claims),
  revoke: async ({ clientId, ...person }) => findPerson(person).revoke({ clientId }),
  expire: async ({ issuer, url }) => find(issuer).server.expire(url),
  stop: async ({ issuer }) => {
    const { server } = find(issuer)
    servers.delete(issuer)
    await server.stop()
  },
}

function find(issuer: string): Kept {
  const kept = servers.get(issuer)
  if (kept) return kept
  throw new CommandError(`The test server at ${issuer} was stopped.`)
}

function findPerson({ issuer, subject }: { readonly issuer: string; readonly subject: string }): TestPerson {
  const person = find(issuer).people.get(subject)
  if (person) return person
  throw new CommandError('The test server does not know this person.')
}

// Before the modules of the server load. A failure is reported by the database.
compileEngine().catch(() => undefined)

parentPort?.on('message', ({ id, name, input }: ToThread) => {
  void answer(name, input).then((result) => parentPort?.postMessage({ id, ...result } satisfies FromThread, []))
})

async function answer<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Answer> {
  try {
    return { output: await ANSWERS[name](input) }
  } catch (error) {
    return { failure: describe(error) }
  }
}

/** A sentence for the test, or a bug with its stack. */
function describe(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), cause: undefined }
  const { name, message, stack } = error
  return { name, message, cause: SENTENCES.has(name) ? undefined : stack }
}
