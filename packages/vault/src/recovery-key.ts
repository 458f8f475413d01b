import { type Bytes, type RandomBytes, randomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { deriveBytes, hashBytes, importRoot } from './keys.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'

declare const recoveryKey: unique symbol
/** 160 random bits. The owner writes it down; it is stored nowhere. */
export type RecoveryKey = Bytes & { readonly [recoveryKey]: true }

/** `recId` and `recAuth` go to the server; `root` never leaves the device. */
export type RecoverySecrets = {
  /** 16 bytes: finds the account without a login name. */
  readonly recId: Bytes
  /** 32 bytes: proves the key. The server keeps only its SHA-256. */
  readonly recAuth: Bytes
  /** 32 bytes: root of the `recovery` unlock method. */
  readonly root: Bytes
}

const KEY_BYTES = 20
const KEY_CHARACTERS = 32
const CHECKSUM_CHARACTERS = 4
const CHARACTERS = KEY_CHARACTERS + CHECKSUM_CHARACTERS
const GROUP = /.{4}(?=.)/g
/** Crockford's base32: without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NO_SALT = new Uint8Array(0)

export function newRecoveryKey(random: RandomBytes = randomBytes): RecoveryKey {
  return random(KEY_BYTES) as RecoveryKey
}

/** 9 groups of 4 characters; the last is a checksum. */
export async function formatRecoveryKey(key: RecoveryKey): Promise<string> {
  return `${encode(key)}${await checksum(key)}`.replace(GROUP, '$&-')
}

/** Accepts any case, spaces and dashes, O for 0, and I or L for 1. @throws VaultError `recovery_key_…` */
export async function parseRecoveryKey(text: string): Promise<RecoveryKey> {
  const typed = text.replaceAll(/[\s\p{Dash}]/gu, '').toUpperCase()
  const characters = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (Array.from(characters).some((character) => !ALPHABET.includes(character))) {
    throw new VaultError('recovery_key_characters', 'A recovery key has only digits and the letters A to Z without U.')
  }
  if (characters.length !== CHARACTERS) {
    throw new VaultError('recovery_key_length', 'A recovery key has 9 groups of 4 characters.')
  }
  const key = decode(characters.slice(0, KEY_CHARACTERS))
  if ((await checksum(key)) !== characters.slice(KEY_CHARACTERS)) {
    throw new VaultError('recovery_key_checksum', 'There is a typing error in the recovery key.')
  }
  return key
}

/** Independent secrets: proving the key to the server opens nothing. */
export async function deriveRecovery(key: RecoveryKey): Promise<RecoverySecrets> {
  const root = await importRoot(key)
  const derive = (label: string, lengthBytes: number) =>
    deriveBytes(root, { salt: NO_SALT, info: lp(label), lengthBytes })
  return {
    recId: await derive(LABEL.recoveryId, 16),
    recAuth: await derive(LABEL.recoveryAuth, 32),
    root: await derive(LABEL.recoveryRoot, 32),
  }
}

/** 20 bits: misses one typing error in a million, which then finds no account. */
async function checksum(key: RecoveryKey): Promise<string> {
  const digest = await hashBytes(lp(LABEL.recoveryChecksum, key))
  return encode(digest.slice(0, 5)).slice(0, CHECKSUM_CHARACTERS)
}

function encode(bytes: Bytes): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET.charAt(Number.parseInt(five, 2))).join('')
}

function decode(characters: string): RecoveryKey {
  const bits = Array.from(characters)
    .map((character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  return new Uint8Array((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2))) as RecoveryKey
}
