import type { Distribution } from '@countersign/service/sql'

/** All rows of a flow share its id, and so a shard. */
const FLOWS = 'provider.authorization_requests'

export const PROVIDER_DISTRIBUTION: Distribution = {
  reference: [
    'provider.clients',
    'provider.client_secrets',
    'provider.initial_access_tokens',
    'provider.signing_keys',
    'provider.claims',
    'provider.scopes',
    'provider.resource_servers',
    'provider.suspensions',
    'provider.apps_file_entries',
  ],
  // The key order of limit counts is their lock order; deliveries are looked through in the order of each account.
  local: ['provider.migrations', 'provider.rate_limits', 'provider.event_deliveries'],
  distributed: [
    { table: FLOWS, column: 'auth_request_id' },
    { table: 'provider.grants', column: 'grant_id', colocatedWith: FLOWS },
    { table: 'provider.device_requests', column: 'auth_request_id', colocatedWith: FLOWS },
    { table: 'provider.user_codes', column: 'user_code_digest' },
    { table: 'provider.client_access_tokens', column: 'token_id' },
    { table: 'provider.used_jwts', column: 'digest' },
    { table: 'provider.pending_logouts', column: 'client_id' },
    { table: 'provider.client_documents', column: 'client_id' },
    { table: 'provider.audit_events', column: 'event_id' },
  ],
}
