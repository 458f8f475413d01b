import {
  createNetworkLimiter,
  createRateLimiter,
  type NetworkLimiter,
  type RateLimiter,
} from '@countersign/service/limits'
import type { ProviderConfig } from '../config.ts'

/** Limits per network, by action. */
export type NetworkLimiters = {
  readonly authorize: NetworkLimiter
  /** Form posts of answers: never fewer than the requests they answer. */
  readonly delivery: NetworkLimiter
  /** Pushed requests of public and self-registered clients: anyone can be one. */
  readonly push: NetworkLimiter
  readonly registration: NetworkLimiter
  /** Metadata documents fetched for unknown clients. */
  readonly documents: NetworkLimiter
  readonly logo: NetworkLimiter
  readonly clientFailures: NetworkLimiter
  /** Per network, for callers that invent client names. */
  readonly addressFailures: NetworkLimiter
  /** Wrong administration tokens. */
  readonly administration: NetworkLimiter
}

export type Limiters = NetworkLimiters & {
  /** One event a minute, to keep floods out of the log and the audit trail. */
  readonly events: RateLimiter
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const CLIENTS_PER_ADDRESS = 10
const DELIVERIES_PER_REQUEST = 10
/** A list of apps shows many. */
const LOGOS_PER_REQUEST = 10

export const DOCUMENTS_PER_NETWORK = 10

export function createLimiters({ rateLimits }: ProviderConfig, now: () => Date): Limiters {
  const { authorize, registration, failures } = rateLimits
  const perMinute = (limit: number) => createNetworkLimiter({ limit, windowSeconds: MINUTE_SECONDS }, now)
  return {
    authorize: perMinute(authorize),
    delivery: perMinute(authorize * DELIVERIES_PER_REQUEST),
    push: perMinute(authorize),
    registration: createNetworkLimiter({ limit: registration, windowSeconds: HOUR_SECONDS }, now),
    documents: perMinute(DOCUMENTS_PER_NETWORK),
    logo: perMinute(authorize * LOGOS_PER_REQUEST),
    clientFailures: perMinute(failures),
    addressFailures: perMinute(failures * CLIENTS_PER_ADDRESS),
    administration: perMinute(failures),
    events: createRateLimiter({ limit: 1, windowSeconds: MINUTE_SECONDS }, now),
  }
}
