/** The values of one flow through all examples of the schemas. */
export const EXAMPLE = {
  client_id: '0198f0a2-7c3b-7d41-9d2e-5b1f4a6c8e90',
  client_secret: `cs_cs_${'0'.repeat(43)}`,
  redirect_uri: 'https://app.example/callback',
  scope: 'openid email',
  state: 'af0ifjsldkj',
  code: `cs_ac_${'0'.repeat(64)}`,
  device_code: `cs_dc_${'0'.repeat(64)}`,
  // RFC 7636 Appendix B.
  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  access_token: `cs_at_${'0'.repeat(122)}`,
  refresh_token: `cs_rt_${'0'.repeat(91)}`,
  data_token: 'eyJhbGciOiJFUzI1NiJ9.eyJjbGFpbXMiOnt9fQ.c2lnbmF0dXJl',
  auth_request_id: '3f2b8a0e-6a4d-4c55-9d7e-0a1b2c3d4e5f',
  user_id: '7b0ec1d2-3f7c-4c3f-9a51-0d9a4c1f2e3b',
} as const
