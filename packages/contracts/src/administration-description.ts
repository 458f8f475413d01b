import { type TObject, type TSchema, Type } from 'typebox'

/** One thing that can be asked of the administration: below `/api/admin/` by its token, below `/api/console/` by a person. */
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
  /** Whom it is for: developers have it of their own apps. */
  readonly isFor: 'administrators' | 'developers' | 'anyone'
}

export const GET = { method: 'GET', status: 200 } as const
export const DELETE = { method: 'DELETE', status: 204, answer: Type.Null() } as const
