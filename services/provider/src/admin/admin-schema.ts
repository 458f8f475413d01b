import { ServiceErrorBody } from '@countersign/contracts'
import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import type { Cursors } from './cursor.ts'
import type { Registrar } from './registrar.ts'

export type AdminDependencies = Dependencies & {
  readonly cursors: Cursors
  /** Makes the changes that a request asks for. */
  readonly registrarOf: (request: FastifyRequest) => Registrar
}

/** What every administration route says of itself, and the refusals that each may answer. */
export const ADMIN = { tags: ['admin'], security: [{ adminToken: [] }] }
export const REFUSALS = { 400: ServiceErrorBody, 401: ServiceErrorBody, 429: ServiceErrorBody } as const
