import { OPERATOR_SCOPE_LIMITS, type OperatorClaim, type OperatorScope, SCOPE_CATALOGUE } from '@countersign/contracts'
import { isVisible } from '@countersign/contracts/visible-text'
import { ServiceError } from '@countersign/service/errors'
import type { SqlPool, Transaction } from '@countersign/service/sql'
import { isReservedClaim } from '../../catalogue/scopes/reserved-claims.ts'
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
import { removeUnusedScopes } from './remove-unused-scopes.ts'

/** A scope about users' data; a resource server's scopes change with it. */
export type NewScope = Pick<OperatorScope, 'name' | 'texts' | 'claims'>

const BUILT_IN_NAMES: readonly string[] = [...SCOPE_CATALOGUE.map(({ name }) => name), OFFLINE_ACCESS]
const BUILT_IN_CLAIMS = SCOPE_CATALOGUE.flatMap(({ claims }) => claims)

/** @throws ServiceError */
export async function defineScope(sql: SqlPool, scope: NewScope): Promise<OperatorScope> {
  return sql.transaction(async (transaction) => {
    await lockScopes(transaction)
    return checkAndPutScope(transaction, scope)
  })
}

/** Under the lock of scopes. @throws ServiceError */
export async function checkAndPutScope(sql: Transaction, { name, texts, claims }: NewScope): Promise<OperatorScope> {
  if (BUILT_IN_NAMES.includes(name)) {
    throw invalid(`These scopes are built in, and cannot be defined anew: ${BUILT_IN_NAMES.join(', ')}.`)
  }
  requireVisible(Object.values(texts).flatMap(({ title, description }) => [title, description]))
  const present = await listScopes(sql)
  requireOwn(present.find((each) => each.name === name))
  requireRoom(present, name, OPERATOR_SCOPE_LIMITS.maxScopes)
  await requireClaims(sql, claims)
  const scope = { name, resource: null, texts, claims }
  await putScope(sql, scope)
  return scope
}

/**
 * Also from grants: a later scope of that name is not the one users approved. A failed call can be repeated.
 * @throws ServiceError if an app is registered for it
 */
export async function removeScope(sql: SqlPool, name: string): Promise<void> {
  if (BUILT_IN_NAMES.includes(name)) throw new ServiceError('not_found', 'No scope of this name was defined.')
  const removed = await removeUnusedScopes(sql, {
    check: async (transaction) => {
      requireOwn((await listScopes(transaction)).find((each) => each.name === name))
      return [name]
    },
    remove: (transaction) => deleteScopeRow(transaction, name),
  })
  if (!removed) throw new ServiceError('not_found', 'No scope of this name was defined.')
}

/** @throws ServiceError */
export async function defineClaim(sql: SqlPool, claim: OperatorClaim): Promise<OperatorClaim> {
  await sql.transaction(async (transaction) => {
    await lockScopes(transaction)
    await checkAndPutClaim(transaction, claim)
  })
  return claim
}

/** Under the lock of scopes. @throws ServiceError */
export async function checkAndPutClaim(sql: Transaction, claim: OperatorClaim): Promise<void> {
  if (isReservedClaim(claim.name) || isReservedClaim(claim.openid_name)) {
    throw invalid('This name has a meaning of its own in OpenID Connect or here: choose another one.')
  }
  requireVisible(Object.values(claim.labels))
  const present = await listClaims(sql)
  requireRoom(present, claim.name, OPERATOR_SCOPE_LIMITS.maxClaims)
  if (present.some(({ name, openid_name }) => name !== claim.name && openid_name === claim.openid_name)) {
    throw invalid('Another claim has this OpenID name: each needs one of its own.')
  }
  await putClaim(sql, claim)
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

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message)
}
