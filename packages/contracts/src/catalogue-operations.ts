import { Type } from 'typebox'
import { type AdministrationDescription, CHANGE, CREATE, DELETE, GET, PUT } from './administration-description.ts'
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
    summary: 'List APIs',
    answer: ResourceServerList,
  },
  createResourceServer: {
    ...CREATE,
    path: 'resource-servers/',
    summary: 'Register an API with its scopes; the secret of its client is in this answer and never again',
    input: Type.Object({ body: ResourceServerCreation }),
    answer: ResourceServerWithSecret,
  },
  readResourceServer: {
    ...GET,
    path: 'resource-servers/:resource_id/',
    summary: 'Get an API',
    input: Type.Object({ params: ResourceServerParams }),
    answer: ResourceServerResource,
    refusals: [404],
  },
  updateResourceServer: {
    ...CHANGE,
    method: 'PATCH',
    path: 'resource-servers/:resource_id/',
    summary: 'Update an API; omitted fields keep their values, scopes are replaced',
    input: Type.Object({ params: ResourceServerParams, body: ResourceServerUpdate }),
    answer: ResourceServerResource,
    refusals: [404, 409],
  },
  deleteResourceServer: {
    ...DELETE,
    path: 'resource-servers/:resource_id/',
    summary: 'Delete an API and its scopes; it is told that no token is active, and a JWT works until it expires',
    input: Type.Object({ params: ResourceServerParams }),
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>

/** Administration of scopes and claims. */
export const SCOPE_OPERATIONS = {
  listScopes: {
    ...GET,
    path: 'scopes/',
    summary: 'List custom scopes',
    answer: OperatorScopeList,
    isFor: 'developers',
  },
  putScope: {
    ...PUT,
    path: 'scopes/:scope_name/',
    summary: 'Create or replace a scope',
    description:
      'The claims that it releases change for all apps at once: userinfo keeps only approved claims that still belong to it.',
    input: Type.Object({ params: OperatorScopeParams, body: OperatorScopeDefinition }),
    answer: OperatorScope,
  },
  deleteScope: {
    ...DELETE,
    path: 'scopes/:scope_name/',
    summary: 'Delete a scope; no app may be registered for it, and it leaves all that people approved',
    input: Type.Object({ params: OperatorScopeParams }),
  },
  listClaims: {
    ...GET,
    path: 'claims/',
    summary: 'List custom claims',
    answer: OperatorClaimList,
    isFor: 'developers',
  },
  putClaim: {
    ...PUT,
    path: 'claims/:claim_name/',
    summary: 'Create or replace a claim',
    input: Type.Object({ params: OperatorClaimParams, body: OperatorClaimDefinition }),
    answer: OperatorClaim,
  },
  deleteClaim: {
    ...DELETE,
    path: 'claims/:claim_name/',
    summary: 'Delete a claim; no scope may release it, and what people keep of it in their vaults stays theirs',
    input: Type.Object({ params: OperatorClaimParams }),
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>
