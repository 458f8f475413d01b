import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import { answerJson, type Routes } from './http.ts'
import { issueDegree, type Signer } from './issue-degree.ts'
import type { Offers } from './offers.ts'
import type { Authorizations } from './sign-in-routes.ts'
import type { DegreeRegister } from './status-list.ts'

type Issuing = {
  readonly signer: Signer
  readonly lifetimeSeconds: number
  readonly batchSize: number
  readonly base: string
  readonly offers: Offers
  readonly degrees: Pick<DegreeRegister, 'add'>
}

/** Token, nonce and credential endpoint. */
export function issuingRoutes(
  { signer, lifetimeSeconds, batchSize, base, offers, degrees }: Issuing,
  authorizations: Authorizations,
): Routes {
  return {
    [`POST ${base}/token`]: ({ body }) => {
      const form = new URLSearchParams(body)
      return form.get('grant_type') === 'authorization_code' ? answerCode(form) : answerOffer(form)
    },
    [`POST ${base}/nonce`]: () => answerJson({ c_nonce: offers.newNonce() }),
    [`POST ${base}/credential`]: async ({ authorization = '', body }) => {
      const token = authorization.replace(/^Bearer /, '')
      const granted = offers.grantedTo(token)
      if (!granted) return answerJson({ error: 'invalid_token' }, 401)
      if (!names(body, granted.identifier)) return answerJson({ error: 'invalid_credential_request' }, 400)
      const holders = await readProofs(body, { issuer: signer.issuer, batchSize, useNonce: offers.useNonce })
      if (!holders) return answerJson({ error: 'invalid_proof' }, 400)
      offers.spend(token)
      const terms = { now: new Date(), lifetimeSeconds }
      const places = degrees.add(granted.graduate, holders.length)
      const issued = holders.map((holder, at) =>
        issueDegree(signer, granted.graduate, Object.assign({ holder, status: places[at] }, terms)),
      )
      return answerJson({ credentials: (await Promise.all(issued)).map((credential) => ({ credential })) })
    },
  }

  function answerOffer(form: URLSearchParams) {
    const token = offers.exchange(form)
    return token === undefined ? answerJson({ error: 'invalid_grant' }, 400) : answerJson(describeToken(token))
  }

  function answerCode(form: URLSearchParams) {
    const code = authorizations.redeem(form)
    if (!code) return answerJson({ error: 'invalid_grant' }, 400)
    const identifier = code.request.isByDetails ? IDENTIFIER : undefined
    const token = describeToken(offers.grant({ graduate: code.graduate, identifier }))
    return answerJson(identifier === undefined ? token : { ...token, authorization_details: [DETAIL] })
  }
}

/** Its one data set of a graduate (OpenID4VCI 1.0 §6.2). */
const IDENTIFIER = 'degree-1'
const DETAIL = {
  type: 'openid_credential',
  credential_configuration_id: 'degree',
  credential_identifiers: [IDENTIFIER],
}

function describeToken(token: string) {
  return { access_token: token, token_type: 'Bearer', expires_in: 300 }
}

/** By the identifier that came with the token, else by the configuration (OpenID4VCI 1.0 §8.2). */
function names(body: string, identifier: string | undefined): boolean {
  try {
    const { credential_identifier: named, credential_configuration_id: id } = JSON.parse(body)
    return named === identifier && id === (identifier === undefined ? 'degree' : undefined)
  } catch {
    return false
  }
}

type Proving = { readonly issuer: string; readonly batchSize: number; readonly useNonce: (nonce: string) => boolean }

/** The holders' keys, from proofs for this issuer with one of its nonces (OpenID4VCI 1.0 §8.2.1.1). */
async function readProofs(body: string, { issuer, batchSize, useNonce }: Proving): Promise<readonly JWK[] | undefined> {
  try {
    const { proofs } = JSON.parse(body) as { readonly proofs: { readonly jwt: readonly string[] } }
    if (proofs.jwt.length < 1 || proofs.jwt.length > batchSize) return undefined
    const proven = await Promise.all(proofs.jwt.map((jwt) => readProof(jwt, issuer)))
    const nonces = new Set(proven.map(({ nonce }) => nonce))
    return [...nonces].every(useNonce) && nonces.size === 1 ? proven.map(({ jwk }) => jwk) : undefined
  } catch {
    return undefined
  }
}

async function readProof(jwt: string, issuer: string) {
  const { jwk } = decodeProtectedHeader(jwt)
  if (!jwk || 'd' in jwk) throw new TypeError('A proof has a public key.')
  const { payload } = await jwtVerify(jwt, await importJWK(jwk, 'ES256'), {
    algorithms: ['ES256'],
    typ: 'openid4vci-proof+jwt',
    audience: issuer,
    maxTokenAge: '5m',
  })
  return { jwk, nonce: String(payload['nonce']) }
}
