import { ServiceErrorBody } from '@countersign/contracts'
import type { Dependencies } from '../dependencies.ts'
import type { EventSource } from '../events.ts'
import type { Cursors } from './cursor.ts'
import type { Registrar } from './registrar.ts'

export type AdminDependencies = Dependencies & {
  readonly cursors: Cursors
  /** Makes the changes that an administrator asks for. */
  readonly registrarOf: (request: EventSource) => Registrar
}

/** What every administration route says of itself, and the refusals that each may answer. */
export const ADMIN = { tags: ['admin'], security: [{ adminToken: [] }] }
export const REFUSALS = { 400: ServiceErrorBody, 401: ServiceErrorBody, 429: ServiceErrorBody } as const
