import { DEVICE_CODE_GRANT, DeviceAuthorizationRequest, DeviceAuthorizationResponse } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { requireGrantType } from '../../clients/client.ts'
import {
  asClientEndpoint,
  authenticateEnabled,
  countUnproven,
  type WithClientEndpoint,
} from '../../clients/http/client-endpoint.ts'
import { readDpopKey } from '../../ground/dpop/check-dpop-proof.ts'
import { logRequestStarted } from '../../ground/events.ts'
import { allowAnyOrigin, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Posted } from '../../ground/http/parameters.ts'
import { POLL_INTERVAL_SECONDS, startDeviceAuthorization } from './start-device-authorization.ts'
import { showUserCode } from './user-code.ts'

const URL_PATH = '/oauth/device_authorization'

const schema = {
  ...CLIENT_ENDPOINT,
  operationId: 'authorizeDevice',
  summary: 'Start a device authorization (RFC 8628 §3.1)',
  body: DeviceAuthorizationRequest,
  response: { 200: DeviceAuthorizationResponse },
}

/** POST /oauth/device_authorization: a device asks for codes (RFC 8628 §3.1). */
export function mountDeviceAuthorization(app: Api, dependencies: WithClientEndpoint): void {
  allowAnyOrigin(app)
  asClientEndpoint(app, dependencies, { endpoint: 'device_authorization', event: 'authorization_request_refused' })
  app.post<Posted>(URL_PATH, { ...BEGINS, ...documentedOnly, schema }, async (request, reply) => {
    const client = await authenticateEnabled(dependencies, request)
    requireGrantType(client, DEVICE_CODE_GRANT)
    countUnproven(request, { client, endpoint: 'device_authorization' }, dependencies)
    const { dpop: proof } = request.headers
    const proofJkt = await readDpopKey(dependencies, client, { proof, method: 'POST', path: URL_PATH })
    const parameters = request.body ?? NO_PARAMETERS
    const started = await startDeviceAuthorization(dependencies, client, { parameters, proofJkt })
    logRequestStarted(request, { authRequestId: started.authRequestId, clientId: client.clientId })
    if (proofJkt !== undefined) reply.header('dpop-nonce', dependencies.dpopNonces.current(dependencies.now()))
    const userCode = showUserCode(started.userCode)
    const page = `${dependencies.config.webUrl}/device`
    return reply.send({
      device_code: started.deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: started.lifetimeSeconds,
      interval: POLL_INTERVAL_SECONDS,
    })
  })
}
