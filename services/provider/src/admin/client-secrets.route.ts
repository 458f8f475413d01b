import { ClientParams, ClientSecretParams, RotatedSecret, SecretRotation } from '@countersign/contracts'
import { type Api, describeRefusals, ServiceError } from '@countersign/service'
import { Type } from 'typebox'
import { ADMIN, type AdminDependencies } from './admin-endpoint.ts'
import { showClient } from './manage-clients.ts'

const ONE_DAY_SECONDS = 86_400

const rotate = {
  ...ADMIN,
  operationId: 'rotateClientSecret',
  summary: 'Give a client a new secret; the older ones keep working for a while',
  params: ClientParams,
  body: SecretRotation,
  response: { 201: RotatedSecret, ...describeRefusals(404) },
}

const remove = {
  ...ADMIN,
  operationId: 'deleteClientSecret',
  summary: 'Remove one secret at once; the last one stays',
  params: ClientSecretParams,
  response: { 204: Type.Null(), ...describeRefusals(404, 409) },
}

/** /api/admin/clients/{client_id}/secrets/: changing over from one secret to the next. */
export function mountClientSecrets(app: Api, dependencies: AdminDependencies): void {
  const { clients, registrarOf } = dependencies
  app.addHook('preValidation', async (request) => void (request.body ??= {}))

  app.post('/api/admin/clients/:client_id/secrets/', { schema: rotate }, async (request, reply) => {
    const { client_id: clientId } = request.params
    const { overlap_seconds: overlapSeconds = ONE_DAY_SECONDS } = request.body
    await showClient(dependencies, clientId)
    const { secretId, clientSecret } = await registrarOf(request).rotateSecret(clientId, overlapSeconds)
    clients.forget(clientId)
    return reply.code(201).send({ secret_id: secretId, client_secret: clientSecret })
  })

  app.delete('/api/admin/clients/:client_id/secrets/:secret_id/', { schema: remove }, async (request, reply) => {
    const { client_id: clientId, secret_id: secretId } = request.params
    const outcome = await registrarOf(request).removeSecret(clientId, secretId)
    if (outcome === undefined) throw new ServiceError('not_found', 'The client has no such secret.')
    if (outcome === 'last') {
      throw new ServiceError('last_secret', 'This is the last secret that does not expire. Add another one first.')
    }
    clients.forget(clientId)
    return reply.code(204).send(null)
  })
}
