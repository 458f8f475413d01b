import { Type } from 'typebox'
import { type AdministrationDescription, DELETE, GET } from './administration-description.ts'
import {
  ResourceServerCreation,
  ResourceServerList,
  ResourceServerParams,
  ResourceServerResource,
  ResourceServerUpdate,
  ResourceServerWithSecret,
} from './resource-servers.ts'
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

/** Administration of the APIs that access tokens are for. */
export const RESOURCE_SERVER_OPERATIONS = {
  listResourceServers: {
    ...GET,
    path: 'resource-servers/',
    summary: 'The APIs that access tokens are for',
    input: Type.Object({}),
    answer: ResourceServerList,
    refusals: [],
    isFor: 'administrators',
  },
  createResourceServer: {
    method: 'POST',
    path: 'resource-servers/',
    summary: 'Register an API with its scopes; the secret of its client is in this answer and never again',
    input: Type.Object({ body: ResourceServerCreation }),
    status: 201,
    answer: ResourceServerWithSecret,
    refusals: [],
    isFor: 'administrators',
  },
  readResourceServer: {
    ...GET,
    path: 'resource-servers/:resource_id/',
    summary: 'One API',
    input: Type.Object({ params: ResourceServerParams }),
    answer: ResourceServerResource,
    refusals: [404],
    isFor: 'administrators',
  },
  updateResourceServer: {
    method: 'PATCH',
    path: 'resource-servers/:resource_id/',
    summary: 'Change an API; what is left out stays as it is, scopes are replaced',
    input: Type.Object({ params: ResourceServerParams, body: ResourceServerUpdate }),
    status: 200,
    answer: ResourceServerResource,
    refusals: [404, 409],
    isFor: 'administrators',
  },
  deleteResourceServer: {
    ...DELETE,
    path: 'resource-servers/:resource_id/',
    summary: 'Remove an API with its scopes: it is told that no token is active; a JWT works until it expires',
    input: Type.Object({ params: ResourceServerParams }),
    refusals: [404, 409],
    isFor: 'administrators',
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>

/** Administration of scopes and claims. */
export const SCOPE_OPERATIONS = {
  listScopes: {
    ...GET,
    path: 'scopes/',
    summary: 'The scopes that an operator has defined, beside the built-in ones',
    input: Type.Object({}),
    answer: OperatorScopeList,
    refusals: [],
    isFor: 'developers',
  },
  putScope: {
    method: 'PUT',
    path: 'scopes/:scope_name/',
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
    ...DELETE,
    path: 'scopes/:scope_name/',
    summary: 'Remove a scope that no app is registered for, and take it from all that people approved',
    input: Type.Object({ params: OperatorScopeParams }),
    refusals: [404, 409],
    isFor: 'administrators',
  },
  listClaims: {
    ...GET,
    path: 'claims/',
    summary: 'The claims that an operator has defined, beside the built-in ones',
    input: Type.Object({}),
    answer: OperatorClaimList,
    refusals: [],
    isFor: 'developers',
  },
  putClaim: {
    method: 'PUT',
    path: 'claims/:claim_name/',
    summary: 'Define a claim, or define it anew',
    input: Type.Object({ params: OperatorClaimParams, body: OperatorClaimDefinition }),
    status: 200,
    answer: OperatorClaim,
    refusals: [409],
    isFor: 'administrators',
  },
  deleteClaim: {
    ...DELETE,
    path: 'claims/:claim_name/',
    summary: 'Remove a claim that no scope releases; what people keep of it in their vaults stays theirs',
    input: Type.Object({ params: OperatorClaimParams }),
    refusals: [404, 409],
    isFor: 'administrators',
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>
