import { type Static, Type } from 'typebox'

/** `GET /health/live` and `GET /health/ready` */
export const Health = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('unavailable')]),
    checks: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'Health' },
)

export type Health = Static<typeof Health>
