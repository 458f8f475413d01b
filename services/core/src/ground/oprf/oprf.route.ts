import {
  OprfLoginRequest,
  OprfLoginResponse,
  OprfRegistrationRequest,
  OprfRegistrationResponse,
  OprfSetups,
} from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { describeRoutes, ok } from '../http/routes.ts'
import type { OpaqueEvaluator } from './opaque-evaluator.ts'

const described = describeRoutes({ tags: ['internal'], security: [{ serviceToken: [] }] })

type Needs = {
  readonly evaluator: OpaqueEvaluator
  /** @throws `too_many_requests` */
  readonly countGuess: (credentialIdentifier: string) => void
}

export function mountEvaluations(app: Api, { evaluator, countGuess }: Needs): void {
  app.post(
    '/internal/oprf/registrations',
    {
      schema: described('evaluateRegistration', 'Evaluate the first message of a registration', {
        body: OprfRegistrationRequest,
        ...ok(OprfRegistrationResponse, 429),
      }),
    },
    async ({ body }) => {
      countGuess(body.credential_identifier)
      return evaluator.respondToRegistration(body)
    },
  )

  app.post(
    '/internal/oprf/logins',
    {
      schema: described('evaluateLogin', 'Evaluate the first message of a sign-in', {
        body: OprfLoginRequest,
        ...ok(OprfLoginResponse, 429),
      }),
    },
    async ({ body }) => {
      countGuess(body.credential_identifier)
      return evaluator.startLogin(body)
    },
  )
}

export function mountSetups(app: Api, { evaluator }: Needs): void {
  app.get(
    '/internal/oprf/setups',
    { schema: described('listSetups', 'The fingerprints of the setups that are listed', ok(OprfSetups)) },
    () => evaluator.listSetups(),
  )
}
