import { ClientErrors, TestSignIn, TestSignInResult } from '@countersign/contracts'
import { type Static, Type } from 'typebox'
import { checked } from './checked.ts'
import type { ConsoleCall } from './console-api.ts'

/** The endpoints that an app needs, as its library finds them. */
const Discovery = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  userinfo_endpoint: Type.String(),
  jwks_uri: Type.String(),
  end_session_endpoint: Type.String(),
})

export type Discovery = Static<typeof Discovery>

export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** @throws TypeError for another answer than a discovery document */
export async function readDiscovery(issuer: string): Promise<Discovery> {
  const response = await fetch(discoveryUrl(issuer), { credentials: 'omit', redirect: 'error' })
  return checked(Discovery, await response.json())
}

/** Calls that tell whether an app works. */
export function createCheckOperations(send: (call: ConsoleCall) => Promise<unknown>) {
  const at = (clientId: string, below: string) => `clients/${encodeURIComponent(clientId)}/${below}`
  return {
    startTest: async (clientId: string) =>
      checked(TestSignIn, await send({ method: 'POST', path: at(clientId, 'test-sign-ins/') })),
    completeTest: async (clientId: string, body: { readonly test_id: string; readonly code: string }) =>
      checked(TestSignInResult, await send({ method: 'POST', path: at(clientId, 'test-sign-ins/complete/'), body })),
    listErrors: async (clientId: string) =>
      checked(ClientErrors, await send({ method: 'GET', path: at(clientId, 'errors/') })),
  }
}
