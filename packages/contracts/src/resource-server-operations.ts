import { Type } from 'typebox'
import type { AdministrationDescription } from './administration-description.ts'
import {
  ResourceServerCreation,
  ResourceServerList,
  ResourceServerParams,
  ResourceServerResource,
  ResourceServerUpdate,
  ResourceServerWithSecret,
} from './resource-servers.ts'

/** What can be asked of the administration about the APIs that access tokens are for. */
export const RESOURCE_SERVER_OPERATIONS = {
  listResourceServers: {
    method: 'GET',
    path: 'resource-servers/',
    summary: 'The APIs that access tokens are for',
    input: Type.Object({}),
    status: 200,
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
    method: 'GET',
    path: 'resource-servers/:resource_id/',
    summary: 'One API',
    input: Type.Object({ params: ResourceServerParams }),
    status: 200,
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
    method: 'DELETE',
    path: 'resource-servers/:resource_id/',
    summary: 'Remove an API with its scopes: it is told that no token is active; a JWT works until it expires',
    input: Type.Object({ params: ResourceServerParams }),
    status: 204,
    answer: Type.Null(),
    refusals: [404, 409],
    isFor: 'administrators',
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>
