import { DEVICE_CODE_GRANT, DeviceAuthorizationRequest, DeviceAuthorizationResponse } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { authenticateClient, type WithClientAuthentication } from '../../clients/authenticate-client.ts'
import { limitFailures, skipFailureCount } from '../../clients/http/limit-failures.ts'
import { describeRefusal } from '../../clients/presented-client.ts'
import { requireEnabled } from '../../clients/require-enabled.ts'
import { requireGrantType } from '../../clients/require-grant-type.ts'
import { readDpopKey } from '../../ground/dpop/check-dpop-proof.ts'
import { logRequestRefused, logRequestStarted } from '../../ground/events.ts'
import { allowAnyOrigin, asOAuthEndpoint, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Posted, readOnce } from '../../ground/http/parameters.ts'
import type { WithDpopNonces, WithKeys, WithLimiters } from '../../ground/parts.ts'
import { countRequest } from '../../ground/rate-limits/rate-limits.ts'
import { POLL_INTERVAL_SECONDS, startDeviceAuthorization } from './start-device-authorization.ts'
import { showUserCode } from './user-code.ts'

const URL_PATH = '/oauth/device_authorization'

const schema = {
  ...CLIENT_ENDPOINT,
  operationId: 'authorizeDevice',
  summary: 'Begin on a device that has no browser (RFC 8628 §3.1)',
  body: DeviceAuthorizationRequest,
  response: { 200: DeviceAuthorizationResponse },
}

/** POST /oauth/device_authorization: a device asks for codes (RFC 8628 §3.1). */
export function mountDeviceAuthorization(
  app: Api,
  dependencies: WithClientAuthentication & WithKeys & WithLimiters & WithDpopNonces & WithScopes,
): void {
  allowAnyOrigin(app)
  limitFailures(app, 'device_authorization', dependencies)
  asOAuthEndpoint(app, {
    onRefusal: (request, refusal) => logRequestRefused(request, describeRefusal(request, refusal, dependencies)),
  })

  app.post<Posted>(URL_PATH, { ...BEGINS, ...documentedOnly, schema }, async (request, reply) => {
    const parameters = request.body ?? NO_PARAMETERS
    const client = await authenticateClient(dependencies, readOnce(parameters), request)
    skipFailureCount(request, client)
    requireGrantType(requireEnabled(client), DEVICE_CODE_GRANT)
    if (client.authenticationMethod === 'none' || !client.isVouchedFor) {
      // Anyone can send a public client's id, and every request is stored.
      countRequest(request, dependencies.limiters, { endpoint: 'push', clientId: client.clientId })
    }
    const { dpop: proof } = request.headers
    const proofJkt = await readDpopKey(dependencies, client, { proof, method: 'POST', path: URL_PATH })
    const started = await startDeviceAuthorization(dependencies, client, { parameters, proofJkt })
    const { authRequestId, deviceCode, lifetimeSeconds } = started
    logRequestStarted(request, { authRequestId, clientId: client.clientId })
    if (proofJkt !== undefined) reply.header('dpop-nonce', dependencies.dpopNonces.current(dependencies.now()))
    const userCode = showUserCode(started.userCode)
    const page = `${dependencies.config.consentUrl}/device`
    return reply.send({
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: lifetimeSeconds,
      interval: POLL_INTERVAL_SECONDS,
    })
  })
}
