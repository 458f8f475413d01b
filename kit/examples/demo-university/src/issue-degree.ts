import { createHash, randomBytes } from 'node:crypto'
import { SDJwtInstance } from '@sd-jwt/core'
import { CompactSign, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'

export type Graduate = {
  readonly given_name: string
  readonly family_name: string
  readonly degree: string
  /** A day. */
  readonly graduated_on: string
}

export type Signer = { readonly issuer: string; readonly key: JWK }

type Terms = {
  /** The public key that the credential is bound to. */
  readonly holder: JWK
  readonly now: Date
  readonly lifetimeSeconds: number
  /** Its place in a status list. */
  readonly status?: { readonly status_list: { readonly idx: number; readonly uri: string } } | undefined
}

/** A private key for an issuer. */
export async function newIssuerKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('base64url') }
}

/** A degree as an SD-JWT VC: each claim can be shown without the others. */
export async function issueDegree(
  { issuer, key }: Signer,
  graduate: Graduate,
  { holder, now, lifetimeSeconds, status }: Terms,
): Promise<string> {
  const signingKey = await importJWK(key, 'ES256')
  const university = new SDJwtInstance({
    omitTyp: true,
    hasher: (data) =>
      createHash('sha256')
        .update(typeof data === 'string' ? data : new Uint8Array(data))
        .digest(),
    saltGenerator: (bytes) => randomBytes(bytes).toString('base64url'),
    signAlg: 'ES256',
    // The library passes the signing input and expects the signature part of a JWS.
    signer: async (input) => {
      const [header = '', payload = ''] = input.split('.').map((part) => Buffer.from(part, 'base64url'))
      const jws = new CompactSign(Buffer.from(payload)).setProtectedHeader(JSON.parse(String(header)))
      return (await jws.sign(signingKey)).split('.')[2] ?? ''
    },
  })
  const iat = Math.floor(now.getTime() / 1000)
  const times = { iat, exp: iat + lifetimeSeconds }
  const about = { iss: issuer, vct: `${issuer}/degree`, ...times, cnf: { jwk: holder }, ...(status && { status }) }
  return university.issue(
    { ...about, ...graduate },
    { _sd: ['given_name', 'family_name', 'degree', 'graduated_on'] },
    { header: { typ: 'dc+sd-jwt', kid: key.kid } },
  )
}
