import { createAccountEndpoints } from './account-endpoints.ts'
import { readAnswerBody } from './answer.ts'
import { type Ask, callCore, type Fetch } from './http.ts'
import { createMethodEndpoints } from './method-endpoints.ts'
import { createRequestEndpoints } from './request-endpoints.ts'
import { createSignInEndpoints } from './sign-in-endpoints.ts'
import { createVaultEndpoints } from './vault-endpoints.ts'
import { createVerificationEndpoints } from './verification-endpoints.ts'

export type CoreApi = ReturnType<typeof createCoreApi>

/** The endpoints of core that the page needs, each checked for the shape it promises. Runs in the vault worker. */
export function createCoreApi({ coreUrl, fetch }: { coreUrl: string; fetch: Fetch }) {
  const ask: Ask = async (call, read) => readAnswerBody(await callCore(coreUrl, call, fetch), read)
  return {
    ...createSignInEndpoints(ask),
    ...createVaultEndpoints(ask),
    ...createRequestEndpoints(ask),
    ...createMethodEndpoints(ask),
    ...createAccountEndpoints(ask),
    ...createVerificationEndpoints(ask),
  }
}
