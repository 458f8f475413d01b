import { cacheUntil, STATUS_LIST_CHARACTERS } from '@countersign/data-token/status-list'
import { ServiceError } from '@countersign/service/errors'
import { fetchBytes, OPERATORS_NETWORK, OutboundFetchError } from '@countersign/service/network'
import { logStatusListUnavailable } from '../../ground/events.ts'
import type { WithClock, WithConfig, WithLogger } from '../../ground/parts.ts'

const LIMITS = { maximumBytes: STATUS_LIST_CHARACTERS, timeoutMs: 5_000, accept: 'application/statuslist+jwt' }
/** At most 90 MB; the oldest is dropped. */
const LISTS = 32
/** Bounds for the list's own `ttl`: spares the issuer, and shows a revocation within an hour. */
const [LEAST_SECONDS, MOST_SECONDS] = [15, 3_600]
/** So that devices do not ask a dead issuer each. */
const FAILURE_SECONDS = 30

type List = { readonly token: string; readonly until: number }
type Kept = { readonly list: Promise<List>; until: number }

/**
 * Fetches whole status lists for devices, once for all people: the issuer learns neither person nor device. Only from the
 * origins that the operator named. `read` @throws `not_found`, `service_unavailable`
 */
export function createStatusLists({ config, now, logger }: WithConfig & WithClock & WithLogger) {
  const kept = new Map<string, Kept>()
  return {
    async read(uri: string): Promise<string> {
      if (!URL.canParse(uri) || !config.credentialIssuers.includes(new URL(uri).origin)) {
        throw new ServiceError('not_found', 'This service takes no credentials of that issuer (CREDENTIAL_ISSUERS).')
      }
      const known = kept.get(uri)
      if (known && known.until > now().getTime()) return (await known.list).token
      const loading: Kept = { list: fetchList(uri, now()), until: Number.POSITIVE_INFINITY }
      kept.delete(uri)
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size >= LISTS) kept.delete(oldest)
      kept.set(uri, loading)
      loading.list.then(
        ({ until }) => (loading.until = until * 1000),
        (error: unknown) => {
          loading.until = now().getTime() + FAILURE_SECONDS * 1000
          const cause = error instanceof ServiceError ? error.cause : undefined
          const reason = cause instanceof OutboundFetchError ? cause.message : 'answered with no status list'
          logStatusListUnavailable(logger, { host: new URL(uri).host, reason })
        },
      )
      return (await loading.list).token
    },
  }
}

async function fetchList(uri: string, now: Date): Promise<List> {
  try {
    const token = (await fetchBytes(uri, LIMITS, OPERATORS_NETWORK)).toString('utf8').trim()
    // Refuses all else of the issuer's site.
    const seconds = cacheUntil(token, { uri, now }) - now.getTime() / 1000
    const kept = Math.min(Math.max(seconds, LEAST_SECONDS), MOST_SECONDS)
    return { token, until: now.getTime() / 1000 + kept }
  } catch (cause) {
    throw new ServiceError('service_unavailable', 'The issuer does not answer with its status list.', { cause })
  }
}
