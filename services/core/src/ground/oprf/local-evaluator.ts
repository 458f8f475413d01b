import { ready, server } from '@serenity-kit/opaque'
import { OPAQUE_IDENTIFIERS, type OpaqueEvaluator, parseOpaqueMessage } from './opaque-evaluator.ts'
import { serverSetupId } from './server-setup.ts'

/** With the setups that are accepted, the newest first. */
export async function createLocalEvaluator(serverSetups: readonly string[]): Promise<OpaqueEvaluator> {
  await ready
  const [serverSetup = ''] = serverSetups
  const setups = new Map(serverSetups.map((setup) => [serverSetupId(setup), setup]))
  const newestSetupId = serverSetupId(serverSetup)
  // A record of before fingerprints is of the oldest.
  const setupOf = (id: string | undefined) => (id === '' ? serverSetups.at(-1) : setups.get(id ?? '')) ?? serverSetup

  return {
    async respondToRegistration({ credentialIdentifier, registrationRequest }) {
      const message = { serverSetup, userIdentifier: credentialIdentifier, registrationRequest }
      const { registrationResponse } = parseOpaqueMessage('registration_request', () =>
        server.createRegistrationResponse(message),
      )
      return { registrationResponse, setupId: newestSetupId }
    },
    async startLogin({ credentialIdentifier, setupId, ...start }) {
      const message = { ...start, serverSetup: setupOf(setupId), userIdentifier: credentialIdentifier }
      const { serverLoginState, loginResponse } = parseOpaqueMessage('start_login_request', () =>
        server.startLogin({ ...message, identifiers: OPAQUE_IDENTIFIERS }),
      )
      return { loginResponse, loginState: serverLoginState, newestSetupId }
    },
    listSetupIds: async () => [...setups.keys()],
  }
}
