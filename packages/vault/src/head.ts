import { openBytes, sealBytes, tampered } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import type { Bytes, RandomBytes } from './bytes.ts'
import { decodeHeadBody, encodeHeadBody, type HeadBody } from './head-body.ts'
import type { HeadKey } from './keys.ts'
import { LABEL, RECORD_VERSION, SUITE } from './labels.ts'
import { lp } from './lp.ts'
import type { VaultHead } from './records.ts'

/** Validates with our own reader, so that it can be opened again. @throws VaultError `too_large`, `malformed` */
export async function sealHead(
  body: HeadBody,
  { vaultId, key, akGen, random }: { vaultId: string; key: HeadKey; akGen: number; random: RandomBytes },
): Promise<VaultHead> {
  const header = { v: RECORD_VERSION, s: SUITE, gen: body.gen, ak_gen: akGen }
  const plaintext = encodeHeadBody(body)
  decodeHeadBody(plaintext)
  return { ...header, ...(await sealBytes(key, plaintext, { aad: headAad(vaultId, header), random })) }
}

/** @throws VaultError `tampered`, `unsupported`, `malformed` */
export async function openHead(
  head: VaultHead,
  { vaultId, key }: { vaultId: string; key: HeadKey },
): Promise<HeadBody> {
  const body = decodeHeadBody(await openBytes(key, head, headAad(vaultId, head)))
  if (body.gen !== head.gen) throw tampered()
  return body
}

function headAad(vaultId: string, { s, gen, ak_gen }: Pick<VaultHead, 's' | 'gen' | 'ak_gen'>): Bytes {
  return lp(LABEL.head, s, fromBase64url(vaultId), gen, ak_gen)
}
