import { createCipheriv, generateKeyPair, randomBytes, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { Answers } from './listen-barely.ts'

const JWT = Buffer.alloc(700, 'a')
const makeKeyPair = promisify(generateKeyPair)
const signAside = promisify(sign)

/**
 * The same answers after the cryptography that no flow can do without, with what Node has for it and nothing around it: a
 * data token signed at attest (ES256) and verified at complete, two secrets sealed there and one opened at token, and the
 * ID token signed there (RS256, which OpenID Connect has every client expect), on another thread.
 */
export async function withSignatures(answers: Answers): Promise<Answers> {
  const { privateKey: rsa } = await makeKeyPair('rsa', { modulusLength: 2048 })
  const ec = await makeKeyPair('ec', { namedCurve: 'P-256' })
  const es256 = { key: ec.privateKey, dsaEncoding: 'ieee-p1363' } as const
  const dataToken = { key: ec.publicKey, dsaEncoding: 'ieee-p1363', signature: sign('sha256', JWT, es256) } as const
  const sealingKey = randomBytes(32)
  const seal = (): void => {
    const cipher = createCipheriv('aes-256-gcm', sealingKey, randomBytes(12))
    cipher.update(JWT)
    cipher.final()
    cipher.getAuthTag()
  }
  const before: Readonly<Record<string, () => Promise<unknown>>> = {
    '/attest': async () => sign('sha256', JWT, es256),
    '/complete': async () => {
      verify('sha256', JWT, dataToken, dataToken.signature)
      seal()
      seal()
    },
    '/token': async () => {
      seal()
      await signAside('sha256', JWT, rsa)
    },
  }
  const signing = Object.entries(answers).map(([path, answer]) => [
    path,
    async (body: Parameters<typeof answer>[0]) => {
      await before[path]?.()
      return answer(body)
    },
  ])
  return Object.fromEntries(signing)
}
