import { PersonErased, PersonErasure } from '@countersign/contracts'
import type { Api } from '@countersign/service'
import type { ProviderDependencies } from '../dependencies.ts'
import { logPersonErased } from '../events.ts'
import { INTERNAL } from '../http/internal-endpoint.ts'
import { onBehalf } from '../http/on-behalf.ts'

/** POST /api/auth/internal/people/erase/: an account has ended, and core has it forgotten here too. */
export function mountErasePerson(app: Api, { erasure }: Pick<ProviderDependencies, 'erasure'>): void {
  app.post(
    '/api/auth/internal/people/erase/',
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
    async (request): Promise<PersonErased> => {
      await erasure.erase(request.body.user_id)
      logPersonErased(onBehalf(request))
      return { erased: true }
    },
  )
}
