import { AdministrationAnswer, AdministrationRequest, INTERNAL_ENDPOINTS } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { INTERNAL, onBehalf } from '../../ground/http/internal-endpoint.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type Administer, administerFor } from './administration.ts'

/** A logo in base64, and the rest. */
const BODY_LIMIT_BYTES = 262_144

/** POST /api/auth/internal/administration/: core's console administers for a person. */
export function mountAdminister(
  app: Api,
  dependencies: ProviderDependencies & { readonly administer: Administer },
): void {
  app.post(
    INTERNAL_ENDPOINTS.administer.path,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        ...INTERNAL,
        operationId: 'administer',
        summary: 'Administer for a person, as far as they may',
        body: AdministrationRequest,
        response: { 200: AdministrationAnswer, ...describeRefusals(403, 404, 409) },
      },
    },
    async (request) => administerFor(dependencies, request.body, onBehalf(request)),
  )
}
