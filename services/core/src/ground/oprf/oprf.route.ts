import {
  OprfLoginRequest,
  OprfLoginResponse,
  OprfRegistrationRequest,
  OprfRegistrationResponse,
  OprfSetups,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { OpaqueEvaluator } from './opaque-evaluator.ts'

const INTERNAL = { tags: ['internal'], security: [{ serviceToken: [] }] }

type Needs = {
  readonly evaluator: OpaqueEvaluator
  /** @throws `too_many_requests` */
  readonly countGuess: (credentialIdentifier: string) => void
}

export function mountEvaluations(app: Api, { evaluator, countGuess }: Needs): void {
  app.post(
    '/internal/oprf/registrations',
    {
      schema: {
        ...INTERNAL,
        operationId: 'evaluateRegistration',
        summary: 'Evaluate the first message of a registration',
        body: OprfRegistrationRequest,
        response: { 200: OprfRegistrationResponse, ...describeRefusals(429) },
      },
    },
    async ({ body }) => {
      countGuess(body.credential_identifier)
      return evaluator.respondToRegistration(body)
    },
  )

  app.post(
    '/internal/oprf/logins',
    {
      schema: {
        ...INTERNAL,
        operationId: 'evaluateLogin',
        summary: 'Evaluate the first message of a sign-in',
        body: OprfLoginRequest,
        response: { 200: OprfLoginResponse, ...describeRefusals(429) },
      },
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
    {
      schema: {
        ...INTERNAL,
        operationId: 'listSetups',
        summary: 'The fingerprints of the setups that are listed',
        response: { 200: OprfSetups },
      },
    },
    () => evaluator.listSetups(),
  )
}
