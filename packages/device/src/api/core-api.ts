import { ClientError, toFailure } from '../failure.ts'
import { type Reader, UnexpectedJson } from '../read.ts'
import { createAccountEndpoints, createAdministrationEndpoints } from './account-endpoints.ts'
import { type Ask, type CoreCall, type CoreLine, callCore } from './http.ts'
import { createMethodEndpoints } from './method-endpoints.ts'
import { createClaimEndpoints, createRequestEndpoints } from './request-endpoints.ts'
import { createSignInEndpoints } from './sign-in-endpoints.ts'
import { createVaultEndpoints } from './vault-endpoints.ts'

export type CoreApi = ReturnType<typeof createCoreApi>

/** The token of the same user's session, if another window of this device has signed in again. */
export type FindNewerToken = (sessionToken: string) => Promise<string | undefined>

export function createCoreApi({ findNewerToken, ...line }: CoreLine & { findNewerToken: FindNewerToken }) {
  const ask: Ask = async (call, read) => readBody(await callWithin(line, call, findNewerToken), read)
  return {
    ...createSignInEndpoints(ask),
    ...createVaultEndpoints(ask),
    ...createRequestEndpoints(ask),
    ...createMethodEndpoints(ask),
    ...createAccountEndpoints(ask),
    ...createClaimEndpoints(ask),
    ...createAdministrationEndpoints(ask),
  }
}

async function callWithin(line: CoreLine, call: CoreCall, findNewerToken: FindNewerToken) {
  try {
    return await callCore(line, call)
  } catch (error) {
    if (call.sessionToken === undefined || toFailure(error).code !== 'invalid_session') throw error
    const sessionToken = await findNewerToken(call.sessionToken)
    if (sessionToken === undefined) throw error
    return callCore(line, { ...call, sessionToken })
  }
}

/** @throws ClientError `unexpected_answer` */
function readBody<Value>(body: unknown, read: Reader<Value>): Value {
  try {
    return read(body)
  } catch (error) {
    throw error instanceof UnexpectedJson ? new ClientError({ code: 'unexpected_answer' }, { cause: error }) : error
  }
}
