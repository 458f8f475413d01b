import type { JWK } from 'jose'
import { GRANT, type Offer } from './offers.ts'

/** OpenID4VCI 1.0 §12.2. */
export function describeIssuer(issuer: string) {
  return {
    credential_issuer: issuer,
    credential_endpoint: `${issuer}/credential`,
    nonce_endpoint: `${issuer}/nonce`,
    display: [{ name: 'Demo University', locale: 'en' }],
    credential_configurations_supported: {
      degree: {
        format: 'dc+sd-jwt',
        vct: `${issuer}/degree`,
        cryptographic_binding_methods_supported: ['jwk'],
        credential_signing_alg_values_supported: ['ES256'],
        proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
        credential_metadata: { display: [{ name: 'University degree', locale: 'en', background_color: '#7a2e2e' }] },
      },
    },
  }
}

/** OpenID4VCI 1.0 §4.1.1. */
export function describeOffer(issuer: string, { preAuthorizedCode }: Offer) {
  return {
    credential_issuer: issuer,
    credential_configuration_ids: ['degree'],
    grants: {
      [GRANT]: {
        'pre-authorized_code': preAuthorizedCode,
        tx_code: { input_mode: 'numeric', length: 4 },
      },
    },
  }
}

export function publicHalf({ d: _private, ...jwk }: JWK): JWK {
  return { ...jwk, alg: 'ES256', use: 'sig' }
}
