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

const FOR_ADMINISTRATORS = { isFor: 'administrators', refusals: [] } as const

/** Defaults by method; an operation names only its differences. */
export const GET = { ...FOR_ADMINISTRATORS, method: 'GET', status: 200, input: Type.Object({}) } as const
export const CREATE = { ...FOR_ADMINISTRATORS, method: 'POST', status: 201 } as const
export const CHANGE = { ...FOR_ADMINISTRATORS, method: 'POST', status: 200 } as const
export const PUT = { ...FOR_ADMINISTRATORS, method: 'PUT', status: 200, refusals: [409] } as const
export const DELETE = {
  ...FOR_ADMINISTRATORS,
  method: 'DELETE',
  status: 204,
  answer: Type.Null(),
  refusals: [404, 409],
} as const
