import { type InternalAnswer, OprfLoginResponse, OprfRegistrationResponse, OprfSetups } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { Compile } from 'typebox/compile'
import type { CoreConfig } from '../config.ts'
import { providerUnavailable, type Shape } from '../provider-client/provider-answer.ts'
import { httpTransport, type ProviderCall } from '../provider-client/transport.ts'
import { createLocalEvaluator, type OpaqueEvaluator } from './opaque-evaluator.ts'

export async function createOpaqueEvaluator({
  opaqueServerSetups,
  oprf,
}: Pick<CoreConfig, 'opaqueServerSetups' | 'oprf'>): Promise<OpaqueEvaluator> {
  return oprf ? createRemoteEvaluator(oprf) : createLocalEvaluator(opaqueServerSetups)
}

const TIMEOUT_SECONDS = 5
const RETRY_SECONDS = '3600'

const registrationShape = Compile(OprfRegistrationResponse)
const loginShape = Compile(OprfLoginResponse)
const setupsShape = Compile(OprfSetups)

/** Calls the process that alone has the setup (`countersign serve oprf`) and may refuse by its own count. */
export function createRemoteEvaluator({ url, token }: NonNullable<CoreConfig['oprf']>): OpaqueEvaluator {
  const transport = httpTransport({ baseUrl: url, serviceToken: token, timeoutSeconds: TIMEOUT_SECONDS })

  async function ask<Value>(call: ProviderCall, shape: Shape<Value>): Promise<Value> {
    const answer = await transport(call).catch((error: unknown) => {
      throw providerUnavailable(error)
    })
    return readAnswer(answer, shape)
  }

  return {
    async respondToRegistration({ credentialIdentifier, registrationRequest }) {
      const body = { credential_identifier: credentialIdentifier, registration_request: registrationRequest }
      const answer = await ask({ method: 'POST', path: '/internal/oprf/registrations', body }, registrationShape)
      return { registrationResponse: answer.registration_response, setupId: answer.setup_id }
    },
    async startLogin({ credentialIdentifier, registrationRecord, setupId, startLoginRequest }) {
      const body = {
        credential_identifier: credentialIdentifier,
        registration_record: registrationRecord,
        ...(setupId !== undefined && { setup_id: setupId }),
        start_login_request: startLoginRequest,
      }
      const answer = await ask({ method: 'POST', path: '/internal/oprf/logins', body }, loginShape)
      return {
        loginResponse: answer.login_response,
        loginState: answer.login_state,
        newestSetupId: answer.newest_setup_id,
      }
    },
    async listSetupIds() {
      return (await ask({ method: 'GET', path: '/internal/oprf/setups' }, setupsShape)).setup_ids
    },
  }
}

function readAnswer<Value>({ status, body }: InternalAnswer, shape: Shape<Value>): Value {
  if (status === 200 && shape.Check(body)) return body
  if (status === 400) throw new ServiceError('invalid_request', 'This is not a message of OPAQUE (RFC 9807).')
  if (status === 429) {
    throw new ServiceError('too_many_requests', 'Too many attempts with this name. Try again tomorrow.', {
      headers: { 'retry-after': RETRY_SECONDS },
    })
  }
  throw providerUnavailable(new Error(`The OPRF process answered with status ${status}.`))
}
