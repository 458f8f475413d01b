import type { SessionScope } from '@countersign/contracts'
import type { Sql } from '@countersign/service'
import type { FastifyRequest } from 'fastify'
import { type ActiveSession, authenticateSession } from '../sessions/sessions.ts'

export type SessionGuard = {
  /** An `onRequest` hook that lets only a live session of these scopes pass, before a byte of the body is read. */
  allow(...scopes: readonly SessionScope[]): (request: FastifyRequest) => Promise<void>
  /** Whose request this is. Throws on a route without the hook: that is a bug, and never lets a stranger through. */
  sessionOf(request: FastifyRequest): ActiveSession
}

const BEARER_TOKEN = /^Bearer +(\S+)$/i

export function createSessionGuard(sql: Sql): SessionGuard {
  const sessions = new WeakMap<FastifyRequest, ActiveSession>()
  return {
    allow:
      (...scopes) =>
      async (request) => {
        const token = BEARER_TOKEN.exec(request.headers.authorization ?? '')?.[1]
        sessions.set(request, await authenticateSession(sql, token, scopes))
      },
    sessionOf(request) {
      const session = sessions.get(request)
      if (!session) throw new Error('This route has no session guard.')
      return session
    },
  }
}
