import { NONCE_BYTES, openBytes, sealBytes, TAG_BYTES, tampered } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import type { Bytes, RandomBytes } from './bytes.ts'
import { decodeHeadBody, encodeHeadBody, type HeadBody } from './head-body.ts'
import type { HeadKey } from './keys.ts'
import { LABEL, RECORD_VERSION, SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import { lp } from './lp.ts'
import { isPaddedLength } from './padding.ts'
import { readBase64url, readCount, readRecord } from './parse.ts'

/** The encrypted head of a vault: one for each generation, and only the newest is kept. */
export type Head = {
  readonly v: number
  readonly s: number
  readonly gen: number
  readonly ak_gen: number
  readonly n: string
  readonly ct: string
}

const WHAT = 'head of the vault'
const FIELDS = ['v', 's', 'gen', 'ak_gen', 'n', 'ct'] as const

/**
 * Checks a head from outside, field by field.
 * @throws VaultError `malformed`, `unsupported`
 */
export function readHead(value: unknown): Head {
  const fields = readRecord(value, FIELDS, WHAT)
  return {
    v: RECORD_VERSION,
    s: SUITE,
    gen: readCount(fields.gen, WHAT),
    ak_gen: readCount(fields.ak_gen, WHAT),
    n: readBase64url(fields.n, NONCE_BYTES, WHAT),
    ct: readBase64url(fields.ct, isHeadCiphertextLength, WHAT),
  }
}

/**
 * Encrypts a head. It passes our own reader first, so that no vault is ever written that could not be opened again.
 * @throws VaultError `too_large`, `malformed`
 */
export async function sealHead(
  body: HeadBody,
  { vaultId, key, akGen, random }: { vaultId: string; key: HeadKey; akGen: number; random: RandomBytes },
): Promise<Head> {
  const place = { v: RECORD_VERSION, s: SUITE, gen: body.gen, ak_gen: akGen }
  const plaintext = encodeHeadBody(body)
  decodeHeadBody(plaintext)
  return { ...place, ...(await sealBytes(key, plaintext, { aad: headAad(vaultId, place), random })) }
}

/**
 * Decrypts a head.
 * @throws VaultError `tampered`, `unsupported`, `malformed`
 */
export async function openHead(head: Head, { vaultId, key }: { vaultId: string; key: HeadKey }): Promise<HeadBody> {
  const body = decodeHeadBody(await openBytes(key, head, headAad(vaultId, head)))
  if (body.gen !== head.gen) throw tampered()
  return body
}

function headAad(vaultId: string, { s, gen, ak_gen }: Pick<Head, 's' | 'gen' | 'ak_gen'>): Bytes {
  return lp(LABEL.head, s, fromBase64url(vaultId), gen, ak_gen)
}

function isHeadCiphertextLength(length: number): boolean {
  return length <= LIMITS.headBytes + TAG_BYTES && isPaddedLength(length - TAG_BYTES)
}
