import type { Distribution } from '@countersign/service/sql'

/** Rows of a user, stored with their account; in the order of the references. */
const OF_PERSON = [
  'vaults',
  'vault_heads',
  'vault_items',
  'removed_items',
  'activity_entries',
  'stagings',
  'staged_items',
  'unlock_records',
  'password_registrations',
  'passkeys',
  'sessions',
  'account_events',
  'pending_revocations',
  'pending_account_acts',
  'claim_verifications',
  'security_contacts',
]

/** A user's rows by user id; rows that are looked up before their user is known, by their own key. */
export const DISTRIBUTION: Distribution = {
  reference: ['core.dummy_record', 'core.invitations'],
  local: ['core.migrations', 'core.rate_limits'],
  distributed: [
    { table: 'core.accounts', column: 'user_id' },
    ...OF_PERSON.map((name) => ({ table: `core.${name}`, column: 'user_id', colocatedWith: 'core.accounts' })),
    { table: 'core.passwords', column: 'credential_identifier' },
    { table: 'core.password_throttles', column: 'credential_identifier', colocatedWith: 'core.passwords' },
    { table: 'core.logins', column: 'bucket' },
    { table: 'core.registrations', column: 'registration_id' },
    { table: 'core.passkey_owners', column: 'credential_id' },
    { table: 'core.passkey_challenges', column: 'challenge_id' },
    { table: 'core.recovery_keys', column: 'rec_id' },
    { table: 'core.session_keys', column: 'jkt' },
  ],
}
