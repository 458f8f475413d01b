import { ClientParams } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { checkLogo } from '../clients/check-client.ts'
import type { Logo } from '../clients/client.store.ts'
import { MAXIMUM_LOGO_BYTES } from '../clients/client-logo.ts'
import { ADMIN, type AdminDependencies } from './admin-endpoint.ts'
import { noSuchClient } from './manage-clients.ts'

const ITEM = '/api/admin/clients/:client_id/logo/'
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp']

const set = {
  ...ADMIN,
  operationId: 'setClientLogo',
  summary: "Set a client's logo: the bytes of a PNG, JPEG or WebP",
  params: ClientParams,
  consumes: IMAGE_TYPES,
  body: Type.Unknown({ description: 'The bytes of the picture.' }),
  response: { 204: Type.Null(), ...describeRefusals(404) },
}

const remove = {
  ...ADMIN,
  operationId: 'deleteClientLogo',
  summary: "Take a client's logo away; its initial stands in",
  params: ClientParams,
  response: { 204: Type.Null(), ...describeRefusals(404) },
}

/** /api/admin/clients/{client_id}/logo/: a picture that we keep and serve ourselves. */
export function mountClientLogo(app: Api, { clients, registrarOf }: AdminDependencies): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(IMAGE_TYPES, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)

  async function store(request: FastifyRequest, clientId: string, logo: Logo | undefined): Promise<void> {
    if (!(await registrarOf(request).setLogo(clientId, logo))) throw noSuchClient()
    clients.forget(clientId)
  }

  app.put(ITEM, { schema: set, bodyLimit: MAXIMUM_LOGO_BYTES }, async (request, reply) => {
    // What the request calls it does not matter: the bytes tell.
    const logo = checkLogo(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
    await store(request, request.params.client_id, logo)
    return reply.code(204).send(null)
  })

  app.delete(ITEM, { schema: remove }, async (request, reply) => {
    await store(request, request.params.client_id, undefined)
    return reply.code(204).send(null)
  })
}
