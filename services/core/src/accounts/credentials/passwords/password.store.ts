import { ServiceError } from '@countersign/service/errors'
import type { Sql, Transaction } from '@countersign/service/sql'
import type { LoginIdentifiers } from '../../records/login-index.ts'
import type { NewRegistration } from './registration.store.ts'

export type NewPassword = NewRegistration & {
  readonly userId: string
  readonly unlockId: string
  readonly registrationRecord: string
}

/**
 * Stores a password. The primary key decides, so two people can never both get one name.
 * @throws `login_taken` if another account has it
 */
export async function insertPassword(sql: Transaction, password: NewPassword): Promise<void> {
  const { credentialIdentifier, formerIdentifiers, userId, unlockId, registrationRecord } = password
  if (formerIdentifiers.length > 0 && (await isTaken(sql, formerIdentifiers, userId))) throw loginTaken()
  const rows = await sql`
    insert into core.passwords
           (credential_identifier, user_id, unlock_id, registration_record, setup_id, index_key_id)
    values (${credentialIdentifier}, ${userId}, ${unlockId}, ${registrationRecord}, ${password.setupId},
            ${password.indexKeyId})
    on conflict (credential_identifier) do nothing
    returning user_id`
  if (rows.length === 0) throw loginTaken()
}

function loginTaken(): ServiceError {
  return new ServiceError('login_taken', 'This name is taken. Choose another one.')
}

async function isTaken(sql: Transaction, identifiers: readonly string[], userId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from core.passwords
     where credential_identifier = any(${identifiers}::text[]) and user_id <> ${userId}`
  return rows.length > 0
}

/** A password's account, unlock record and the secrets that it was registered under. */
export type PasswordMethod = {
  readonly userId: string
  readonly unlockId: string
  readonly setupId: string
  readonly indexKeyId: string
}

export type SignInRecord = {
  /** Undefined for a name without an account. */
  readonly method: PasswordMethod | undefined
  /** Of the record, or the newest for a name without an account. */
  readonly credentialIdentifier: string
  readonly registrationRecord: string
}

type SignInRow = Omit<SignInRecord, 'method'> & {
  readonly [Field in keyof PasswordMethod]: PasswordMethod[Field] | null
}

/**
 * Returns the record for a sign-in: the user's or the dummy one; undefined until a dummy record exists. One statement and
 * one row in both cases, so that timing does not show if the login exists.
 */
export async function findSignInRecord(
  sql: Sql,
  { credentialIdentifier, formerIdentifiers }: Pick<LoginIdentifiers, 'credentialIdentifier' | 'formerIdentifiers'>,
): Promise<SignInRecord | undefined> {
  const [row] = await sql<SignInRow>`
    select p.user_id as "userId", p.unlock_id as "unlockId", p.setup_id as "setupId", p.index_key_id as "indexKeyId",
           coalesce(p.credential_identifier, ${credentialIdentifier}) as "credentialIdentifier",
           coalesce(p.registration_record, d.registration_record) as "registrationRecord"
      from core.dummy_record d
      left join core.passwords p on p.credential_identifier = any(${[credentialIdentifier, ...formerIdentifiers]}::text[])`
  if (!row) return undefined
  const { credentialIdentifier: found, registrationRecord } = row
  return { method: toMethod(row), credentialIdentifier: found, registrationRecord }
}

function toMethod({ userId, unlockId, setupId, indexKeyId }: SignInRow): PasswordMethod | undefined {
  if (userId === null || unlockId === null || setupId === null || indexKeyId === null) return undefined
  return { userId, unlockId, setupId, indexKeyId }
}

/** Stores the dummy record unless another process did so first; all processes use that one. */
export async function insertDummyRecord(sql: Sql, registrationRecord: string): Promise<void> {
  await sql`
    insert into core.dummy_record (registration_record) values (${registrationRecord})
    on conflict (id) do nothing`
}

export type SecretUse = Pick<PasswordMethod, 'setupId' | 'indexKeyId'> & { readonly count: number }

/** How many passwords were registered under which secrets. */
export async function countPasswordsBySecrets(sql: Sql): Promise<readonly SecretUse[]> {
  return sql<SecretUse>`
    select setup_id as "setupId", index_key_id as "indexKeyId", count(*)::int as count
      from core.passwords group by setup_id, index_key_id`
}

/** The identifier of a person's login name, if they have a password. */
export async function findCredentialIdentifier(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ credential: string }>`
    select credential from core.unlock_records where user_id = ${userId} and record ->> 'type' = 'opaque'`
  return row?.credential
}

/** The same, and the index key that it was computed under. */
export async function findLoginIdentifier(
  sql: Sql,
  userId: string,
): Promise<Pick<LoginIdentifiers, 'credentialIdentifier' | 'indexKeyId'> | undefined> {
  const credentialIdentifier = await findCredentialIdentifier(sql, userId)
  if (credentialIdentifier === undefined) return undefined
  const [row] = await sql<{ index_key_id: string }>`
    select index_key_id from core.passwords where credential_identifier = ${credentialIdentifier}`
  return row && { credentialIdentifier, indexKeyId: row.index_key_id }
}

type PasswordMove = Pick<NewPassword, 'userId' | 'unlockId' | 'credentialIdentifier'>

/** Binds a user's password to another unlock record. Returns whether the user has it. */
export async function movePassword(
  sql: Transaction,
  { userId, unlockId, credentialIdentifier }: PasswordMove,
): Promise<boolean> {
  const rows = await sql`
    update core.passwords set unlock_id = ${unlockId}
     where credential_identifier = ${credentialIdentifier} and user_id = ${userId}
    returning user_id`
  return rows.length === 1
}
