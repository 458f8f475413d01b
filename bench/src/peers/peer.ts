import { createHash, randomBytes } from 'node:crypto'
import { CALLBACK_URI, readNextToken, requireActive } from '../countersign/flow.ts'
import { type HttpAnswer, type HttpClient, readJsonFields } from '../load/http-client.ts'
import { runLoad } from '../load/run-load.ts'
import type { DurableDatabase } from '../measure/durable-database.ts'
import { createTarget, type Target, type Tokens } from '../measure/target.ts'
import { type Browser, createBrowser } from './browser.ts'

/** A server that could be used instead of Countersign. */
export type Peer = {
  /** With its version. */
  readonly title: string
  /** On demand, into a folder that is kept. */
  readonly install: () => Promise<string>
  readonly start: (folder: string, database: DurableDatabase) => Promise<PeerServer>
}

export type App = { readonly clientId: string; readonly clientSecret: string }

export type PeerServer = {
  readonly process: Target['servers'][number]
  readonly client: HttpClient
  /** For introspection, where that has an address of its own. */
  readonly admin?: HttpClient
  readonly paths: { readonly authorize: string; readonly token: string; readonly introspect: string }
  readonly scope: string
  readonly app: App
  /**
   * The browser's requests, with consent, and with a sign-in if there was none yet.
   * @returns the callback's URL
   */
  readonly approve: (browser: Browser, path: string, person: string) => Promise<string>
}

export type PeerTarget = Target & { readonly errors: unknown[] }

export const PEOPLE = Array.from({ length: 200 }, (_unused, index) => `person-${index}`)

const SIGN_INS_SECONDS = 120
const MOST_ERRORS = 1_000

/** An error is counted, and a new flow begun, as people do. */
export function createPeerTarget(server: PeerServer, database: DurableDatabase): PeerTarget {
  const { client, admin = client, paths } = server
  const people = PEOPLE.map((name) => ({ name, browser: createBrowser(client) }))
  const errors: unknown[] = []
  let flows = 0
  const flow = async (): Promise<Tokens> => {
    const person = people[flows++ % people.length]
    return person ? runFlow(server, person).catch(recover) : flow()
  }
  const recover = (error: unknown): Promise<Tokens> => {
    errors.push(error)
    if (errors.length > MOST_ERRORS) throw error
    return flow()
  }
  const target = createTarget({
    flow,
    refresh: (token) =>
      refresh(server, token)
        .then(readNextToken)
        .catch(async (error) => (await recover(error)).refresh_token),
    introspect: async (token) =>
      requireActive(await sendForm(server, { client: admin, path: paths.introspect, form: { token } })),
    servers: [server.process],
    clients: [client, admin],
    database,
  })
  return { ...target, errors }
}

/**
 * By the first flow of each person.
 * @throws if a refresh token can be used twice: then less is measured than is said
 */
export async function signIn(server: PeerServer, { walks }: Target): Promise<void> {
  await runLoad(walks.flow, { people: 16, seconds: SIGN_INS_SECONDS, walks: PEOPLE.length })
  const browser = createBrowser(server.client)
  const { refresh_token } = await runFlow(server, { name: 'person-0', browser })
  readNextToken(await refresh(server, refresh_token))
  const { status } = await refresh(server, refresh_token)
  if (status !== 400) throw new Error(`A refresh token could be used twice: ${status}`)
}

type Person = { readonly name: string; readonly browser: Browser }

async function runFlow(server: PeerServer, { name, browser }: Person): Promise<Tokens> {
  const { client, paths, scope, app } = server
  const verifier = randomBytes(32).toString('base64url')
  const state = verifier.slice(0, 20)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: CALLBACK_URI,
    scope,
    state,
    // Each time, like Countersign.
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const { searchParams } = new URL(await server.approve(browser, `${paths.authorize}?${query.toString()}`, name))
  const code = searchParams.get('code')
  if (!code || searchParams.get('state') !== state) throw new Error(`No code was given: ${searchParams.toString()}`)
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK_URI, code_verifier: verifier }
  const answer = await sendForm(server, { client, path: paths.token, form })
  return readJsonFields(answer, ['access_token', 'refresh_token', 'id_token'])
}

function refresh(server: PeerServer, token: string): Promise<HttpAnswer> {
  const form = { grant_type: 'refresh_token', refresh_token: token }
  return sendForm(server, { client: server.client, path: server.paths.token, form })
}

type Form = { readonly client: HttpClient; readonly path: string; readonly form: Readonly<Record<string, string>> }

/** From the app's server. */
function sendForm({ app }: PeerServer, { client, path, form }: Form) {
  const body = new URLSearchParams({ ...form, client_id: app.clientId, client_secret: app.clientSecret })
  return client.send({ method: 'POST', path, body })
}
