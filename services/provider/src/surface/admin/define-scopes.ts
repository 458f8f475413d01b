import { OPERATOR_SCOPE_LIMITS, type OperatorClaim, type OperatorScope, SCOPE_CATALOGUE } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { SqlPool, Transaction } from '@countersign/service/sql'
import {
  deleteClaimRow,
  deleteScopeRow,
  listClaims,
  listScopes,
  lockScopes,
  putClaim,
  putScope,
} from '../../catalogue/scopes/scope.store.ts'
import { OFFLINE_ACCESS } from '../../catalogue/scopes/scopes.ts'
import { isVisible } from '../../clients/check-text.ts'
import { listClientsForUpdate } from '../../clients/client.store.ts'
import { takeScopesFromAll } from '../../flow/grants/end-in-steps.store.ts'

/** A scope about users' data; a resource server's scopes change with it. */
export type NewScope = Pick<OperatorScope, 'name' | 'texts' | 'claims'>

const BUILT_IN_NAMES: readonly string[] = [...SCOPE_CATALOGUE.map(({ name }) => name), OFFLINE_ACCESS]
const BUILT_IN_CLAIMS = SCOPE_CATALOGUE.flatMap(({ claims }) => claims)

/** @throws ServiceError */
export async function defineScope(sql: SqlPool, { name, texts, claims }: NewScope): Promise<OperatorScope> {
  if (BUILT_IN_NAMES.includes(name)) {
    throw invalid(`These scopes are built in, and cannot be defined anew: ${BUILT_IN_NAMES.join(', ')}.`)
  }
  requireVisible(Object.values(texts).flatMap(({ title, description }) => [title, description]))
  const scope = { name, resource: null, texts, claims }
  await sql.transaction(async (transaction) => {
    await lockScopes(transaction)
    const present = await listScopes(transaction)
    requireOwn(present.find((each) => each.name === name))
    requireRoom(present, name, OPERATOR_SCOPE_LIMITS.maxScopes)
    await requireClaims(transaction, claims)
    await putScope(transaction, scope)
  })
  return scope
}

/**
 * Also from grants: a later scope of that name is not the one users approved. A failed call can be repeated.
 * @throws ServiceError if an app is registered for it
 */
export async function removeScope(sql: SqlPool, name: string): Promise<void> {
  if (BUILT_IN_NAMES.includes(name)) throw new ServiceError('not_found', 'No scope of this name was defined.')
  const removed = await removeInSteps(sql, {
    check: async (transaction) => {
      requireOwn((await listScopes(transaction)).find((each) => each.name === name))
      return [name]
    },
    remove: (transaction) => deleteScopeRow(transaction, name),
  })
  if (!removed) throw new ServiceError('not_found', 'No scope of this name was defined.')
}

type Removal<Result> = {
  /** Answers the scopes to remove. */
  readonly check: (transaction: Transaction) => Promise<readonly string[]>
  readonly remove: (transaction: Transaction) => Promise<Result>
}

/**
 * Grants lose unused scopes before, so that a failed call can be repeated, and those made meanwhile after.
 * @throws ServiceError
 */
export async function removeInSteps<Result>(sql: SqlPool, { check, remove }: Removal<Result>): Promise<Result> {
  async function checked(transaction: Transaction): Promise<readonly string[]> {
    await lockScopes(transaction)
    const names = await check(transaction)
    if (names.length > 0) await requireUnused(transaction, names)
    return names
  }
  await takeScopesFromAll(sql, await sql.transaction(checked))
  const { names, result } = await sql.transaction(async (transaction) => ({
    names: await checked(transaction),
    result: await remove(transaction),
  }))
  await takeScopesFromAll(sql, names)
  return result
}

/** @throws ServiceError */
export async function defineClaim(sql: SqlPool, claim: OperatorClaim): Promise<void> {
  if (isReservedClaim(claim.name) || isReservedClaim(claim.openid_name)) {
    throw invalid('This name has a meaning of its own in OpenID Connect or here: choose another one.')
  }
  requireVisible(Object.values(claim.labels))
  await sql.transaction(async (transaction) => {
    await lockScopes(transaction)
    const present = await listClaims(transaction)
    requireRoom(present, claim.name, OPERATOR_SCOPE_LIMITS.maxClaims)
    if (openIdNamesOf(present.filter(({ name }) => name !== claim.name)).includes(claim.openid_name)) {
      throw invalid('Another claim has this OpenID name: each needs one of its own.')
    }
    await putClaim(transaction, claim)
  })
}

/** @throws ServiceError if a scope releases it. Values in vaults stay */
export async function removeClaim(sql: SqlPool, name: string): Promise<void> {
  const removed = await sql.transaction(async (transaction) => {
    await lockScopes(transaction)
    const users = (await listScopes(transaction)).filter(({ claims }) => claims.includes(name))
    if (users.length > 0) {
      const names = users.map((scope) => scope.name).join(', ')
      throw new ServiceError('claim_in_use', `These scopes release the claim: ${names}. Take it from them first.`)
    }
    return deleteClaimRow(transaction, name)
  })
  if (!removed) throw new ServiceError('not_found', 'No claim of this name was defined.')
}

/**
 * Locks the clients, so that these scopes are added to none.
 * @throws `scope_in_use`
 */
async function requireUnused(sql: Transaction, names: readonly string[]): Promise<void> {
  const clients = await listClientsForUpdate(sql)
  const users = clients.filter(({ scopes }) => scopes.some(({ name }) => names.includes(name)))
  if (users.length > 0) throw inUseByClients(users.map(({ clientId }) => clientId))
}

function requireVisible(texts: readonly string[]): void {
  if (texts.every(isVisible)) return
  throw invalid('The texts must hold no control or invisible characters.')
}

function requireOwn(present: OperatorScope | undefined): void {
  if (!present || present.resource === null) return
  throw new ServiceError('scope_in_use', 'This scope belongs to a resource server: change it there.')
}

function requireRoom(present: readonly { readonly name: string }[], name: string, most: number): void {
  if (present.length < most || present.some((each) => each.name === name)) return
  throw invalid(`There are ${most} already, which is as many as there can be: remove one first.`)
}

async function requireClaims(sql: Transaction, names: readonly string[]): Promise<void> {
  const defined = (await listClaims(sql)).map(({ name }) => name)
  const known = [...BUILT_IN_CLAIMS, ...defined]
  if (names.every((name) => known.includes(name))) return
  throw invalid(`A claim is unknown: define it first. There are: ${known.join(', ')}.`)
}

const NAMED_CLIENTS = 5

function inUseByClients(clientIds: readonly string[]): ServiceError {
  const named = clientIds.slice(0, NAMED_CLIENTS).join(', ')
  const rest = clientIds.length > NAMED_CLIENTS ? ` and ${clientIds.length - NAMED_CLIENTS} more` : ''
  return new ServiceError(
    'scope_in_use',
    `Apps are registered for this scope: ${named}${rest}. Take it from them first.`,
  )
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message)
}

/** JWT and introspection (RFC 7519 §4.1, RFC 7662 §2.2, RFC 9068 §2.2). */
const OF_TOKENS =
  'iss sub aud exp nbf iat jti cnf client_id scope active username token_type authorization_details act may_act sid events'

/** OpenID Connect Core §2, §5.1 and §5.6 that a text cannot stand for. */
const OF_OPENID =
  'nonce auth_time acr amr azp at_hash c_hash s_hash sub_jwk _claim_names _claim_sources email_verified phone_number phone_number_verified updated_at'

/** Apps authorize by these (RFC 9068 §2.2.3.1), but a claim's value is typed by the user. */
const OF_AUTHORIZATION = 'roles groups entitlements'

/** Data tokens, and properties that JavaScript objects have. */
const OF_OURS =
  'auth_request_id claims claim_names claims_jwe claim_attestations verified presentations openid constructor prototype'

const RESERVED: readonly string[] = [
  ...[OF_TOKENS, OF_OPENID, OF_AUTHORIZATION, OF_OURS].flatMap((names) => names.split(' ')),
  ...SCOPE_CATALOGUE.flatMap(({ claims }) => claims),
]

/** Whether operators must not use this name for a claim, here or in OpenID Connect. */
export function isReservedClaim(name: string): boolean {
  return RESERVED.includes(name)
}

export function openIdNamesOf(claims: readonly OperatorClaim[]): readonly string[] {
  return claims.map(({ openid_name }) => openid_name)
}
