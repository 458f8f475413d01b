import {
  ClientCreation,
  ClientList,
  ClientListQuery,
  ClientParams,
  ClientResource,
  ClientUpdate,
  ClientWithSecret,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service'
import { Type } from 'typebox'
import { ADMIN, type AdminDependencies } from './admin-endpoint.ts'
import { changeClient, createClient, removeClient, showClient, showClients } from './manage-clients.ts'

const COLLECTION = '/api/admin/clients/'
const ITEM = '/api/admin/clients/:client_id/'

const list = {
  ...ADMIN,
  operationId: 'listClients',
  summary: 'The registered clients, in the order of their registration',
  querystring: ClientListQuery,
  response: { 200: ClientList },
}

const create = {
  ...ADMIN,
  operationId: 'createClient',
  summary: 'Register a client; its secret is in this answer and never again',
  body: ClientCreation,
  response: { 201: ClientWithSecret },
}

const read = {
  ...ADMIN,
  operationId: 'readClient',
  summary: 'One client',
  params: ClientParams,
  response: { 200: ClientResource, ...describeRefusals(404) },
}

const update = {
  ...ADMIN,
  operationId: 'updateClient',
  summary: 'Change a client; what is left out stays as it is',
  description:
    'A client that changes to a secret gets one, in this answer; one that changes away from it loses all of them.',
  params: ClientParams,
  body: ClientUpdate,
  response: { 200: ClientWithSecret, ...describeRefusals(404) },
}

const remove = {
  ...ADMIN,
  operationId: 'deleteClient',
  summary: 'Remove a client and end everything that was issued to it',
  params: ClientParams,
  response: { 204: Type.Null(), ...describeRefusals(404) },
}

/** /api/admin/clients/: the registry, over the same functions as the command line. */
export function mountClients(app: Api, dependencies: AdminDependencies): void {
  const { registrarOf } = dependencies
  app.get(COLLECTION, { schema: list }, async (request) => showClients(dependencies, request.query))

  app.post(COLLECTION, { schema: create }, async (request, reply) => {
    const client = await createClient(dependencies, registrarOf(request), request.body)
    return reply.code(201).header('location', `${COLLECTION}${client.client_id}/`).send(client)
  })

  app.get(ITEM, { schema: read }, async (request) => showClient(dependencies, request.params.client_id))

  app.patch(ITEM, { schema: update }, async (request) => {
    const change = { clientId: request.params.client_id, body: request.body }
    return changeClient(dependencies, registrarOf(request), change)
  })

  app.delete(ITEM, { schema: remove }, async (request, reply) => {
    await removeClient(dependencies, registrarOf(request), request.params.client_id)
    return reply.code(204).send(null)
  })
}
