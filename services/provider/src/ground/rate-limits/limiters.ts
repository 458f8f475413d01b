import {
  createNetworkLimiter,
  createRateLimiter,
  type NetworkLimiter,
  type RateLimiter,
} from '@countersign/service/limits'
import type { ProviderConfig } from '../config.ts'

/** What networks are limited in, by what they do. */
export type NetworkLimiters = {
  readonly authorize: NetworkLimiter
  /** Answers that are brought to their app as forms: never fewer than the requests that they answer. */
  readonly delivery: NetworkLimiter
  /** Requests that clients push who have no secret, or who registered themselves: anybody can be one of those. */
  readonly push: NetworkLimiter
  readonly registration: NetworkLimiter
  /** Documents of unknown clients that a network has us fetch. */
  readonly documents: NetworkLimiter
  readonly logo: NetworkLimiter
  /** Failures of one client at one network. */
  readonly clientFailures: NetworkLimiter
  /** Failures of one network, whichever clients it names: who invents a new name each time is stopped here. */
  readonly addressFailures: NetworkLimiter
  /** Wrong administration tokens of one network. */
  readonly administration: NetworkLimiter
}

export type Limiters = NetworkLimiters & {
  /** Keeps a flood out of the log and the audit trail: one event a minute tells of it. */
  readonly events: RateLimiter
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const CLIENTS_PER_ADDRESS = 10
const DELIVERIES_PER_REQUEST = 10
/** A page that lists apps shows many of them. */
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
