import { type TObject, type TSchema, Type } from 'typebox'

/** An administration operation: below `/api/admin/` by token, below `/api/console/` by user. */
export type AdministrationDescription = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below the base. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** `params`, `query` and `body`, as far as it has them. */
  readonly input: TObject
  readonly status: 200 | 201 | 204
  readonly answer: TSchema
  readonly refusals: readonly number[]
  /** Developers are limited to their own apps. */
  readonly isFor: 'administrators' | 'developers' | 'anyone'
}

export const GET = { method: 'GET', status: 200 } as const
export const DELETE = { method: 'DELETE', status: 204, answer: Type.Null() } as const
