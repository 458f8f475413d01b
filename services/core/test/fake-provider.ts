import type { AuthorizationRequestDetails } from '@countersign/contracts'
import Fastify, { type FastifyInstance } from 'fastify'

export const SERVICE_TOKEN = 'service-token-of-32-characters-and-more'
export const AUTH_REQUEST_ID = '6f1c1f0e-9c1f-4d8e-8f55-0f5a5d9a3c11'
export const CLIENT_ID = 'demo-app'

const DENIAL = { redirect_uri: 'https://app.example/callback', error: 'access_denied', state: 'state-of-the-app' }

/** How the provider of a test answers. */
export type FakeProvider = {
  readonly app: FastifyInstance
  /** What arrived at the two deciding endpoints. */
  readonly received: { readonly path: string; readonly body: unknown }[]
  details: AuthorizationRequestDetails
  /** Replaces every answer, when set. */
  answer: ((path: string) => Promise<{ status: number; type: string; body: string }>) | undefined
}

export function pendingRequest(): AuthorizationRequestDetails {
  return {
    auth_request_id: AUTH_REQUEST_ID,
    status: 'pending',
    expires_at: '2026-01-01T12:10:00.000Z',
    requested_scopes: ['openid', 'email'],
    scope_details: [
      { name: 'openid', title: 'Sign you in', description: '', reason: '', required: true, claims: [] },
      { name: 'email', title: 'E-mail', description: '', reason: '', required: false, claims: ['email'] },
    ],
    state: 'state-of-the-app',
    redirect_uri: 'https://app.example/callback',
    client: { client_id: CLIENT_ID, name: 'Demo', logo: '', description: '' },
  }
}

/** Stands for the provider, which is the world outside of this service. */
export function createFakeProvider(): FakeProvider {
  const app = Fastify()
  const fake: FakeProvider = { app, received: [], details: pendingRequest(), answer: undefined }

  app.addHook('preHandler', async (request, reply) => {
    if (fake.answer) {
      const { status, type, body } = await fake.answer(request.url)
      return reply.code(status).header('content-type', type).send(Buffer.from(body))
    }
    if (request.headers['x-service-token'] === SERVICE_TOKEN) return undefined
    return reply.code(401).send({ error: 'The service token is invalid.', code: 'invalid_service_token' })
  })
  app.get<{ Querystring: { auth_request_id: string } }>(
    '/api/auth/internal/auth-request-details/',
    async (request, reply) => {
      if (request.query.auth_request_id === AUTH_REQUEST_ID) return fake.details
      return reply.code(404).send({ error: 'There is no such request.', code: 'not_found' })
    },
  )
  app.post<{ Body: { approved_scopes: string[] } }>('/api/auth/internal/consent-complete/', async (request) => {
    fake.received.push({ path: request.url, body: request.body })
    if (request.body.approved_scopes.length === 0) return DENIAL
    return { redirect_uri: 'https://app.example/callback', authorization_code: 'cs_ac_code', state: 'state-of-the-app' }
  })
  app.get('/api/auth/internal/grants/', async () => ({ grants: [] }))
  app.post('/api/auth/internal/consent-deny/', async (request) => {
    fake.received.push({ path: request.url, body: request.body })
    return DENIAL
  })
  return fake
}

/** An answer in place of every other. */
export function answerWith(status: number, body: unknown, type = 'application/json') {
  return async () => ({ status, type, body: typeof body === 'string' ? body : JSON.stringify(body) })
}
