import { ADMINISTRATION } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { ProviderDependencies } from '../dependencies.ts'
import { taking } from '../internal/taking.ts'
import type { AdministrationCall } from './actor.ts'
import { showClient } from './manage-clients.ts'

const ONE_DAY_SECONDS = 86_400

/** Changing over from one secret of an app to the next. */
export function createSecretOperations(dependencies: ProviderDependencies) {
  const { clients } = dependencies
  return {
    rotateClientSecret: taking(
      ADMINISTRATION.rotateClientSecret.input,
      async ({ params, body }, { registrar }: AdministrationCall) => {
        const { client_id: clientId } = params
        await showClient(dependencies, clientId)
        const { secretId, clientSecret } = await registrar.rotateSecret(
          clientId,
          body.overlap_seconds ?? ONE_DAY_SECONDS,
        )
        clients.forget(clientId)
        return { secret_id: secretId, client_secret: clientSecret }
      },
    ),
    deleteClientSecret: taking(
      ADMINISTRATION.deleteClientSecret.input,
      async ({ params }, { registrar }: AdministrationCall) => {
        const outcome = await registrar.removeSecret(params.client_id, params.secret_id)
        if (outcome === undefined) throw new ServiceError('not_found', 'The client has no such secret.')
        if (outcome === 'last') {
          throw new ServiceError('last_secret', 'This is the last secret that does not expire. Add another one first.')
        }
        clients.forget(params.client_id)
        return null
      },
    ),
  }
}
