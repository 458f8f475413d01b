import { createNetworkLimiter, createRateLimiter } from '@countersign/service/limits'
import type { ProviderConfig } from '../config.ts'

export type Limiters = Readonly<ReturnType<typeof createLimiters>>

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const CLIENTS_PER_ADDRESS = 10
const DELIVERIES_PER_REQUEST = 10
/** A list of apps shows many. */
const LOGOS_PER_REQUEST = 10

export const DOCUMENTS_PER_NETWORK = 10

export function createLimiters({ rateLimits }: ProviderConfig, now: () => Date) {
  const { authorize, registration, failures } = rateLimits
  const perMinute = (limit: number) => createNetworkLimiter({ limit, windowSeconds: MINUTE_SECONDS }, now)
  return {
    authorize: perMinute(authorize),
    /** Form posts of answers: never fewer than the requests they answer. */
    delivery: perMinute(authorize * DELIVERIES_PER_REQUEST),
    /** Pushed requests of public and self-registered clients: anyone can be one. */
    push: perMinute(authorize),
    registration: createNetworkLimiter({ limit: registration, windowSeconds: HOUR_SECONDS }, now),
    /** Metadata documents fetched for unknown clients. */
    documents: perMinute(DOCUMENTS_PER_NETWORK),
    logo: perMinute(authorize * LOGOS_PER_REQUEST),
    clientFailures: perMinute(failures),
    /** For callers that invent client names. */
    addressFailures: perMinute(failures * CLIENTS_PER_ADDRESS),
    /** Wrong administration tokens. */
    administration: perMinute(failures),
    /** By event, not by network: one a minute, to keep floods out of the log and the audit trail. */
    events: createRateLimiter({ limit: 1, windowSeconds: MINUTE_SECONDS }, now),
  }
}
