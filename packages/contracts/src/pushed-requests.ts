import { type Static, Type } from 'typebox'
import { EXAMPLE } from './examples.ts'
import { AuthorizeParameters, TokenRequest } from './oauth.ts'

/** What a client may push (RFC 9126 §2.1): an authorization request, and what proves that it is the client's. */
export const PushedAuthorizationRequest = Type.Object(
  {
    ...Type.Omit(AuthorizeParameters, ['request_uri']).properties,
    ...Type.Pick(TokenRequest, ['client_id', 'client_secret', 'client_assertion_type', 'client_assertion']).properties,
    response_type: Type.String(),
    redirect_uri: Type.String(),
  },
  {
    examples: [
      {
        client_id: EXAMPLE.client_id,
        client_secret: EXAMPLE.client_secret,
        redirect_uri: EXAMPLE.redirect_uri,
        response_type: 'code',
        scope: EXAMPLE.scope,
        state: EXAMPLE.state,
        code_challenge: EXAMPLE.code_challenge,
        code_challenge_method: 'S256',
      },
    ],
  },
)

/** What stands for the pushed request at the authorization endpoint (RFC 9126 §2.2). */
export const PushedAuthorizationResponse = Type.Object(
  { request_uri: Type.String(), expires_in: Type.Integer({ description: 'seconds' }) },
  {
    $id: 'PushedAuthorizationResponse',
    examples: [{ request_uri: `urn:ietf:params:oauth:request_uri:${'0'.repeat(64)}`, expires_in: 60 }],
  },
)

export type PushedAuthorizationResponse = Static<typeof PushedAuthorizationResponse>
