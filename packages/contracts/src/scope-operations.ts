import { Type } from 'typebox'
import type { AdministrationDescription } from './administration-description.ts'
import {
  OperatorClaim,
  OperatorClaimDefinition,
  OperatorClaimList,
  OperatorClaimParams,
  OperatorScope,
  OperatorScopeDefinition,
  OperatorScopeList,
  OperatorScopeParams,
} from './scopes.ts'

/** What the administration does with scopes and claims. */
export const SCOPE_OPERATIONS = {
  listScopes: {
    method: 'GET',
    path: 'scopes/',
    summary: 'The scopes that an operator has defined, beside the built-in ones',
    input: Type.Object({}),
    status: 200,
    answer: OperatorScopeList,
    refusals: [],
    isFor: 'developers',
  },
  putScope: {
    method: 'PUT',
    path: 'scopes/:scope/',
    summary: 'Define a scope, or define it anew',
    description:
      'What it releases changes for all apps at once: of what people approved before, userinfo tells what still belongs to it.',
    input: Type.Object({ params: OperatorScopeParams, body: OperatorScopeDefinition }),
    status: 200,
    answer: OperatorScope,
    refusals: [409],
    isFor: 'administrators',
  },
  deleteScope: {
    method: 'DELETE',
    path: 'scopes/:scope/',
    summary: 'Remove a scope that no app is registered for, and take it from all that people approved',
    input: Type.Object({ params: OperatorScopeParams }),
    status: 204,
    answer: Type.Null(),
    refusals: [404, 409],
    isFor: 'administrators',
  },
  listClaims: {
    method: 'GET',
    path: 'claims/',
    summary: 'The claims that an operator has defined, beside the built-in ones',
    input: Type.Object({}),
    status: 200,
    answer: OperatorClaimList,
    refusals: [],
    isFor: 'developers',
  },
  putClaim: {
    method: 'PUT',
    path: 'claims/:claim/',
    summary: 'Define a claim, or define it anew',
    input: Type.Object({ params: OperatorClaimParams, body: OperatorClaimDefinition }),
    status: 200,
    answer: OperatorClaim,
    refusals: [409],
    isFor: 'administrators',
  },
  deleteClaim: {
    method: 'DELETE',
    path: 'claims/:claim/',
    summary: 'Remove a claim that no scope releases; what people keep of it in their vaults stays theirs',
    input: Type.Object({ params: OperatorClaimParams }),
    status: 204,
    answer: Type.Null(),
    refusals: [404, 409],
    isFor: 'administrators',
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>
