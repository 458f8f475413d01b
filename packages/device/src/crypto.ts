import { toBase64url } from '@countersign/vault'
import type { DeviceKeys } from './session-storage.ts'

export async function sha256(data: string | ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** SHA-256 of the UTF-8, base64url. */
export async function hashText(text: string): Promise<string> {
  return toBase64url(await sha256(text))
}

const SECRET_BYTES = 32

export function newSecret(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))
}

type SigningKey = DeviceKeys['privateKey']

/** On P-256; r and s concatenated (RFC 7518 §3.4). */
export async function signEs256(privateKey: SigningKey, input: string): Promise<string> {
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, encodeText(input))
  return toBase64url(new Uint8Array(signature))
}

/** Compact JWS (RFC 7515 §7.1), ES256. */
export async function signJwt(privateKey: SigningKey, header: object, claims: object): Promise<string> {
  const parts = [{ ...header, alg: 'ES256' }, claims]
  const input = parts.map((part) => toBase64url(encodeText(JSON.stringify(part)))).join('.')
  return `${input}.${await signEs256(privateKey, input)}`
}

function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
