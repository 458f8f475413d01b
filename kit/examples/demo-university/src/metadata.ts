import type { JWK } from 'jose'
import { GRANT, type Offer } from './offers.ts'

/** OpenID4VCI 1.0 §12.2. */
export function describeIssuer(issuer: string, batchSize: number) {
  return {
    credential_issuer: issuer,
    credential_endpoint: `${issuer}/credential`,
    nonce_endpoint: `${issuer}/nonce`,
    ...(batchSize > 1 && { batch_credential_issuance: { batch_size: batchSize } }),
    display: [{ name: 'Demo University', locale: 'en' }],
    credential_configurations_supported: {
      degree: {
        format: 'dc+sd-jwt',
        scope: 'degree',
        vct: `${issuer}/degree`,
        cryptographic_binding_methods_supported: ['jwk'],
        credential_signing_alg_values_supported: ['ES256'],
        proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
        credential_metadata: { display: [{ name: 'University degree', locale: 'en', background_color: '#7a2e2e' }] },
      },
    },
  }
}

/** RFC 8414. */
export function describeServer(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', GRANT],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_details_types_supported: ['openid_credential'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    'pre-authorized_grant_anonymous_access_supported': true,
  }
}

/** OpenID4VCI 1.0 §4.1.1. */
export function describeOffer(issuer: string, { preAuthorizedCode, issuerState }: Offer, isBySignIn: boolean) {
  const grants = isBySignIn
    ? { authorization_code: { issuer_state: issuerState } }
    : { [GRANT]: { 'pre-authorized_code': preAuthorizedCode, tx_code: { input_mode: 'numeric', length: 4 } } }
  return { credential_issuer: issuer, credential_configuration_ids: ['degree'], grants }
}

export function publicHalf({ d: _private, ...jwk }: JWK): JWK {
  return { ...jwk, alg: 'ES256', use: 'sig' }
}
