/** `npm run bench:sdk`: an app's cost of verifying a sign-in, in µs on one core. */
import {
  generateClaimsKeyPair,
  generateDataTokenSecret,
  readDataTokenKeys,
  signDataToken,
} from '@countersign/data-token'
import { sealFor } from '@countersign/data-token/testing'
import { createCountersign } from '@countersign/sdk'

const [ROUNDS, RUNS] = [5, 1_000]
const ISSUER = 'https://id.example'
const REQUEST = { aud: 'app', sub: 'person', auth_request_id: 'request' }

const keys = await readDataTokenKeys(await generateDataTokenSecret())
const { publicJwk, privateJwk } = await generateClaimsKeyPair()
const claims = { email: 'ada@example.org', name: 'Ada Lovelace' }
const sealed = {
  claims: {},
  claim_names: Object.keys(claims),
  claims_jwe: await sealFor({ publicJwk }, { claims, ...REQUEST }),
}
const timing = { now: new Date(), lifetimeSeconds: 3_600 }
const [open, closed] = [{ claims }, sealed].map((held) =>
  signDataToken(keys, { iss: ISSUER, ...REQUEST, ...held }, timing),
)

/** The provider's published documents. */
const answers: Readonly<Record<string, unknown>> = {
  [`${ISSUER}/keys`]: { keys: keys.publicKeys },
  [`${ISSUER}/.well-known/oauth-authorization-server`]: {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/keys`,
  },
}
const settings = {
  issuer: ISSUER,
  clientId: 'app',
  redirectUri: 'https://app.example/',
  claimsDecryptionKey: privateJwk,
}
const answer: typeof fetch = async (input) =>
  Response.json(answers[input instanceof Request ? input.url : input.toString()])
const app = createCountersign({ ...settings, allowPlainClaims: true, fetch: answer })

const plain = await measure(async () => app.readClaims(open ?? ''))
const whole = await measure(async () => app.readClaims(closed ?? ''))
process.stdout.write(
  `verify a data token: ${plain} µs; verify it and open its sealed claims: ${whole} µs, so opening takes ${whole - plain} µs (best of ${ROUNDS} rounds)\n`,
)

/** The best round: other load only adds. */
async function measure(run: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    for (let each = 0; each < RUNS; each += 1) await run()
    rounds.push(((performance.now() - start) / RUNS) * 1_000)
  }
  return Math.round(Math.min(...rounds))
}
