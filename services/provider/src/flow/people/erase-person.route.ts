import { INTERNAL_ENDPOINTS, PersonErased, PersonErasure } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { INTERNAL, onBehalf } from '../../ground/http/internal-endpoint.ts'
import type { WithErasure } from './erasure.ts'

/** POST /api/auth/internal/people/erase/: core deleted an account; its traces here go too. */
export function mountErasePerson(app: Api, { erasure }: WithErasure): void {
  app.post(
    INTERNAL_ENDPOINTS.erasePerson.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'erasePerson',
        summary: 'Forget a person whose account has ended',
        description:
          'Ends all that they allowed and removes every row and every event that names them. End the account first: then nothing new can come. Once more does no harm.',
        body: PersonErasure,
        response: { 200: PersonErased },
      },
    },
    async (request) => erasure.erase(request.body.user_id, onBehalf(request)),
  )
}
