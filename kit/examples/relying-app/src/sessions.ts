import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { CompletedSignIn, SignInFlow } from '@countersign/sdk'

/** As they signed in, with what they have changed since. */
export type Person = CompletedSignIn & { readonly asOf?: Date }

/** The session of one browser: its sign-ins in progress by their `state`, since each tab has its own, and its user. */
export type Session = {
  readonly attempts?: ReadonlyMap<string, SignInFlow>
  readonly person?: Person
}

const sessions = new Map<string, Session>()
const MAX_SESSIONS = 10_000
const MAX_ATTEMPTS = 5

/** In memory, under a random id that only this browser's cookie holds. */
export function newSession(session: Session): string {
  const [oldest] = sessions.keys()
  if (oldest !== undefined && sessions.size >= MAX_SESSIONS) sessions.delete(oldest)
  const id = randomBytes(32).toString('base64url')
  sessions.set(id, session)
  return id
}

export function findSession(request: IncomingMessage): Session {
  return sessions.get(sessionIdOf(request)) ?? {}
}

/** In every session of this user that is kept up to date and has not ended meanwhile. */
export async function changePerson(subject: string, change: (person: Person) => Promise<Person>): Promise<void> {
  for (const [id, { person }] of sessions) {
    if (person?.subject !== subject || person.dataState === undefined) continue
    const changed = await change(person)
    const session = sessions.get(id)
    if (session) sessions.set(id, { ...session, person: changed })
  }
}

export function endSession(request: IncomingMessage): void {
  sessions.delete(sessionIdOf(request))
}

export function withAttempt(session: Session, flow: SignInFlow): Session {
  const attempts = new Map([...(session.attempts ?? []), [flow.state, flow] as const].slice(-MAX_ATTEMPTS))
  return { ...session, attempts }
}

/** The attempt of this callback, which is good for one. */
export function takeAttempt(request: IncomingMessage): SignInFlow | undefined {
  const state = new URL(request.url ?? '/', 'http://localhost').searchParams.get('state') ?? ''
  const session = findSession(request)
  const attempts = new Map(session.attempts)
  const flow = attempts.get(state)
  if (attempts.delete(state)) sessions.set(sessionIdOf(request), { ...session, attempts })
  return flow
}

function sessionIdOf({ headers }: IncomingMessage): string {
  return /(?:^|; )demo_session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''
}
