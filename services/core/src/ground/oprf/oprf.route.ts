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

/** POST /internal/oprf/registrations: the first message of a sign-up or of a new password. */
export function mountOprfRegistrations(app: Api, { evaluator, countGuess }: Needs): void {
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
    async ({ body: { credential_identifier, registration_request } }) => {
      countGuess(credential_identifier)
      const start = { credentialIdentifier: credential_identifier, registrationRequest: registration_request }
      const { registrationResponse, setupId } = await evaluator.respondToRegistration(start)
      return { registration_response: registrationResponse, setup_id: setupId }
    },
  )
}

/** POST /internal/oprf/logins: the first message of a sign-in. */
export function mountOprfLogins(app: Api, { evaluator, countGuess }: Needs): void {
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
    async ({ body: { credential_identifier, registration_record, setup_id, start_login_request } }) => {
      countGuess(credential_identifier)
      const { loginResponse, loginState, newestSetupId } = await evaluator.startLogin({
        credentialIdentifier: credential_identifier,
        registrationRecord: registration_record,
        setupId: setup_id,
        startLoginRequest: start_login_request,
      })
      return { login_response: loginResponse, login_state: loginState, newest_setup_id: newestSetupId }
    },
  )
}

/** GET /internal/oprf/setups: for an operator who replaces one. */
export function mountOprfSetups(app: Api, { evaluator }: Needs): void {
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
    async () => ({ setup_ids: [...(await evaluator.listSetupIds())] }),
  )
}
