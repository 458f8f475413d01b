import {
  CompactEncrypt,
  calculateJwkThumbprint,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'

export { calculateJwkThumbprint as calculateThumbprint }

export type AppKey = { readonly publicJwk: JWK & { kty: string }; readonly privateJwk: JWK }

/** An app's key for sealed claims. */
export async function newAppKey(crv: 'P-256' | 'X25519' = 'P-256'): Promise<AppKey> {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv, extractable: true })
  const publicJwk = await exportJWK(publicKey)
  return { publicJwk: { ...publicJwk, kty: publicJwk.kty ?? '' }, privateJwk: await exportJWK(privateKey) }
}

type Content = {
  readonly claims: unknown
  readonly aud: unknown
  readonly sub: unknown
  readonly auth_request_id: unknown
}

/** Seals claims as a device would, by a library; with another header or content where a test asks for it. */
export async function sealFor(
  { publicJwk }: Pick<AppKey, 'publicJwk'>,
  content: Content | null,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({
      alg: 'ECDH-ES+A256KW',
      enc: 'A256GCM',
      kid: await calculateJwkThumbprint(publicJwk),
      typ: 'countersign-claims+jwe',
      ...header,
    })
    .encrypt(await importJWK(publicJwk, 'ECDH-ES+A256KW'))
}

/** Opens a seal by a library, without any check of ours, and answers what it says outside and inside. */
export async function openWith({ privateJwk }: AppKey, jwe: string) {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, await importJWK(privateJwk, 'ECDH-ES+A256KW'))
  return { header: protectedHeader, content: JSON.parse(new TextDecoder().decode(plaintext)) }
}
