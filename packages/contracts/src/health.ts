import { type Static, Type } from 'typebox'
import { Named, OneOf, OrNull, Timestamp } from './primitives.ts'

/** One component's health, for an operator: the checks of `/health/ready`, and the facts behind them. */
export const HealthReport = Named('HealthReport', {
  component: OneOf(['provider', 'core']),
  version: Type.String(),
  node: Type.String({ description: 'The version of Node.js.' }),
  started_at: Timestamp,
  checks: Type.Array(Type.Object({ check: Type.String(), outcome: OneOf(['ok', 'unavailable']) })),
  clock_offset_seconds: OrNull(
    Type.Number({ description: "By how much the process's clock is ahead of the database's." }),
  ),
  database: Type.Object({ engine: OneOf(['embedded', 'postgresql']), version: OrNull(Type.String()) }),
  last_backup_at: OrNull(
    Type.String({
      ...Timestamp,
      description:
        'The last `countersign backup` of an embedded database, or the last WAL segment that PostgreSQL archived; null if unknown.',
    }),
  ),
  keys_rotate_at: OrNull(
    Type.String({ ...Timestamp, description: 'Of the provider: when the next signing key is made.' }),
  ),
  mail: OrNull(
    Type.Object(
      {
        is_configured: Type.Boolean(),
        failures_last_day: Type.Integer({ description: 'Messages that were not sent, since the process began.' }),
        last_failure: OrNull(
          Type.Object({ at: Timestamp, reason: Type.String({ description: 'Without the address.' }) }),
        ),
      },
      { description: 'Of core.' },
    ),
  ),
  // An older provider has none.
  events: Type.Optional(
    OrNull(
      Type.Object(
        {
          waiting: Type.Integer(),
          oldest_since: OrNull(Timestamp),
          failures: Type.Array(Type.Object({ at: Timestamp, event: Type.String(), reason: Type.String() }), {
            description: 'The last of those that wait, newest first.',
          }),
        },
        { description: 'Of the provider: audit events that wait for `EVENTS_URL`; null where it is not set.' },
      ),
    ),
  ),
  findings: Type.Array(
    Type.Object({
      severity: OneOf(['error', 'warning']),
      text: Type.String({ description: 'Problems, with their remedies.' }),
    }),
    { description: 'Further findings of `countersign doctor` on this component.' },
  ),
})

export type HealthReport = Static<typeof HealthReport>
