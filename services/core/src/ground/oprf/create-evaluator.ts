import { type InternalAnswer, OprfLoginResponse, OprfRegistrationResponse, OprfSetups } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { Compile } from 'typebox/compile'
import type { CoreConfig } from '../config.ts'
import { tooManyRequests } from '../http/limits.ts'
import { providerUnavailable, type Shape } from '../provider-client/provider-answer.ts'
import { httpTransport, type ProviderCall } from '../provider-client/transport.ts'
import { createLocalEvaluator, type OpaqueEvaluator } from './opaque-evaluator.ts'

const TIMEOUT_SECONDS = 5
const RETRY_SECONDS = 3_600

const registrationShape = Compile(OprfRegistrationResponse)
const loginShape = Compile(OprfLoginResponse)
const setupsShape = Compile(OprfSetups)

/** Evaluates here, or by the process that alone has the setup (`countersign serve oprf`) and counts for itself. */
export async function createOpaqueEvaluator({
  opaqueServerSetups,
  oprf,
}: Pick<CoreConfig, 'opaqueServerSetups' | 'oprf'>): Promise<OpaqueEvaluator> {
  if (!oprf) return createLocalEvaluator(opaqueServerSetups)
  const { url, token } = oprf
  const transport = httpTransport({ baseUrl: url, serviceToken: token, timeoutSeconds: TIMEOUT_SECONDS })

  async function ask<Value>(call: ProviderCall, shape: Shape<Value>): Promise<Value> {
    const answer = await transport(call).catch((error: unknown) => {
      throw providerUnavailable(error)
    })
    return readAnswer(answer, shape)
  }

  return {
    respondToRegistration: (body) =>
      ask({ method: 'POST', path: '/internal/oprf/registrations', body }, registrationShape),
    startLogin: (body) => ask({ method: 'POST', path: '/internal/oprf/logins', body }, loginShape),
    listSetups: () => ask({ method: 'GET', path: '/internal/oprf/setups' }, setupsShape),
  }
}

function readAnswer<Value>({ status, body }: InternalAnswer, shape: Shape<Value>): Value {
  if (status === 200 && shape.Check(body)) return body
  if (status === 400) throw new ServiceError('invalid_request', 'This is not a message of OPAQUE (RFC 9807).')
  if (status === 429) throw tooManyRequests('Too many attempts with this name. Try again tomorrow.', RETRY_SECONDS)
  throw providerUnavailable(new Error(`The OPRF process answered with status ${status}.`))
}
