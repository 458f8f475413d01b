import { client, ready } from '@serenity-kit/opaque'
import { beforeAll, expect, test } from 'vitest'
import { createLocalEvaluator } from '../../../ground/oprf/opaque-evaluator.ts'
import { serverSetupId } from '../../../ground/secret-fingerprint.ts'
import golden from './golden-opaque-record.json' with { type: 'json' }
import { createOpaqueServer, type OpaqueServer } from './opaque-server.ts'

let opaque: OpaqueServer

beforeAll(async () => {
  await ready
  opaque = await createOpaqueServer(await createLocalEvaluator([golden.serverSetup]))
})

async function signInWith(password: string) {
  const { clientLoginState, startLoginRequest } = client.startLogin({ password })
  const { login_response: loginResponse, login_state: loginState } = await opaque.startLogin({
    credential_identifier: golden.credentialIdentifier,
    registration_record: golden.registrationRecord,
    setup_id: serverSetupId(golden.serverSetup),
    start_login_request: startLoginRequest,
  })
  const { identifiers, keyStretching } = golden
  const finished = client.finishLogin({ clientLoginState, loginResponse, password, identifiers, keyStretching })
  return finished && { ...finished, loginState }
}

test('OPAQUE: a stored record still opens, with the same export key', async () => {
  const finished = (await signInWith(golden.password))!
  const { exportKey, loginState, finishLoginRequest } = finished
  expect(exportKey).toBe(golden.exportKey)
  expect(opaque.provesPassword({ loginState, finishLoginRequest })).toBe(true)
})

test('OPAQUE: a wrong password does not open a stored record', async () => {
  expect(await signInWith(`${golden.password}r`)).toBeUndefined()
})
