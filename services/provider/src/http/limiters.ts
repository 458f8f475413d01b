import { createRateLimiter, type RateLimiter } from '@countersign/service'
import type { ProviderConfig } from '../config.ts'

/** The counters of this process, one for each thing that is limited. */
export type Limiters = {
  readonly authorize: RateLimiter
  readonly registration: RateLimiter
  /** Failures of one client at one address. */
  readonly clientFailures: RateLimiter
  /** Failures of one address, whichever clients it names: who invents a new name each time is stopped here. */
  readonly addressFailures: RateLimiter
  /** Wrong administration tokens of one address. */
  readonly administration: RateLimiter
  /** Keeps a flood out of the log and the audit trail: one line a minute tells it. */
  readonly told: RateLimiter
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const CLIENTS_PER_ADDRESS = 10

export function createLimiters({ rateLimits }: ProviderConfig, now: () => Date): Limiters {
  const { authorize, registration, failures } = rateLimits
  const perMinute = (limit: number): RateLimiter => createRateLimiter({ limit, windowSeconds: MINUTE_SECONDS }, now)
  return {
    authorize: perMinute(authorize),
    registration: createRateLimiter({ limit: registration, windowSeconds: HOUR_SECONDS }, now),
    clientFailures: perMinute(failures),
    addressFailures: perMinute(failures * CLIENTS_PER_ADDRESS),
    administration: perMinute(failures),
    told: perMinute(1),
  }
}
