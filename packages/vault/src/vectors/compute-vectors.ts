import { EMPTY_CHAIN } from '../activity-chain.ts'
import { sealActivity } from '../activity-entry.ts'
import { encodeActivityEvent } from '../activity-event.ts'
import { fromBase64url } from '../base64url.ts'
import { type Bytes, utf8 } from '../bytes.ts'
import { sealHead } from '../head.ts'
import { encodeHeadBody } from '../head-body.ts'
import { beginChain, extendChain } from '../head-chain.ts'
import { encodePlainItem, sealItem } from '../item.ts'
import { digestItems } from '../item-list.ts'
import { type AccountKeyBytes, deriveBytes, deriveVaultKeys, importAccountKey, importRoot, prfInput } from '../keys.ts'
import { LABEL } from '../labels.ts'
import { canonicalLogin, preparePassword } from '../login-and-password.ts'
import { type LpPart, lp } from '../lp.ts'
import { pad } from '../padding.ts'
import { etagOf, hashActivityEntry, hashHead, hashItem, hashUnlockRecord } from '../record-hash.ts'
import { deriveRecovery, formatRecoveryKey, newRecoveryKey, parseRecoveryKey } from '../recovery-key.ts'
import { bindingOf } from '../unlock-method.ts'
import { wrapAccountKey } from '../unlock-record.ts'
import {
  ACCOUNT_KEY,
  ACTIVITY,
  countingBytes,
  HEAD_BODY,
  ITEM,
  ITEM_LIST,
  RECOVERY_KEY,
  sequence,
  UNLOCK_METHODS,
  VAULT_ID,
} from './inputs.ts'

/** Computes every committed vector, in Node and in browsers. */
export async function computeVectors() {
  return {
    lp: lpVectors(),
    padding: [0, 1, 254, 255, 256, 511, 512, 4095, 4096, 8191].map(paddingVector),
    keys: { prf_input: toHex(await prfInput()), ...(await accountSubKeys()) },
    unlock: await Promise.all(UNLOCK_METHODS.map(unlockVector)),
    item: await itemVector(),
    head: await headVector(),
    activity: await activityVector(),
    recovery: await recoveryVector(),
    text: textVectors(),
  }
}

function lpVectors() {
  const lists: LpPart[][] = [
    [],
    [''],
    ['ab', 'c'],
    ['a', 'bc'],
    ['abc'],
    ['abc', ''],
    ['zoë', 1, sequence(3, 0)],
    ['label', Number.MAX_SAFE_INTEGER],
    ['label', lp('a', 'b')],
  ]
  return lists.map((list) => ({
    parts: list.map((part) => (part instanceof Uint8Array ? { hex: toHex(part) } : part)),
    hex: toHex(lp(...list)),
  }))
}

function paddingVector(length: number) {
  const padded = pad(sequence(length, 1))
  return { length, padded_length: padded.length, end: toHex(padded.slice(length, length + 4)) }
}

async function accountSubKeys() {
  const account = await importRoot(ACCOUNT_KEY)
  const salt = new Uint8Array(0)
  const derive = async (label: string) => toHex(await deriveBytes(account, { salt, info: lp(label), lengthBytes: 32 }))
  return {
    account_key: toHex(ACCOUNT_KEY),
    head_key: await derive(LABEL.headKey),
    items_key: await derive(LABEL.itemsKey),
    activity_key: await derive(LABEL.activityKey),
  }
}

async function unlockVector({ id, method }: (typeof UNLOCK_METHODS)[number]) {
  const ids = { vaultId: VAULT_ID, id, akGen: 1 }
  const record = await wrapAccountKey(accountKeyBytes(), { method, ids, random: countingBytes(0) })
  const context = lp(LABEL.unlock, 1, fromBase64url(VAULT_ID), id, method.type, 1, bindingOf(method).bind)
  const derivation = { salt: fromBase64url(record.salt), info: lp(LABEL.kek, context), lengthBytes: 32 }
  const kek = await deriveBytes(await importRoot(method.root), derivation)
  return {
    root: toHex(method.root),
    context: toHex(context),
    kek: toHex(kek),
    record,
    hash: await hashUnlockRecord(record),
  }
}

/** Its user erases it. */
function accountKeyBytes(): AccountKeyBytes {
  return ACCOUNT_KEY.slice() as AccountKeyBytes
}

async function vaultKeys() {
  return deriveVaultKeys(await importAccountKey(accountKeyBytes()))
}

async function itemVector() {
  const { items: key } = await vaultKeys()
  const record = await sealItem(ITEM, { vaultId: VAULT_ID, key, akGen: 1, random: countingBytes(0) })
  const plaintext = toHex(encodePlainItem(ITEM))
  return { vault_id: VAULT_ID, plain: ITEM, plaintext, record, hash: await hashItem(VAULT_ID, record) }
}

async function headVector() {
  const { head: key } = await vaultKeys()
  const past = await extendChain(await beginChain(VAULT_ID), HEAD_BODY.anc)
  const body = { ...HEAD_BODY, past, items: await digestItems(VAULT_ID, ITEM_LIST) }
  const record = await sealHead(body, { vaultId: VAULT_ID, key, akGen: 1, random: countingBytes(0) })
  return {
    vault_id: VAULT_ID,
    listed: ITEM_LIST,
    body,
    plaintext: toHex(encodeHeadBody(body)),
    record,
    hash: await hashHead(VAULT_ID, record),
    etag: await etagOf(VAULT_ID, record),
  }
}

async function activityVector() {
  const { activity: key } = await vaultKeys()
  const context = { vaultId: VAULT_ID, key, akGen: 1, random: countingBytes(0) }
  const { entries, chain } = await sealActivity(EMPTY_CHAIN, ACTIVITY, context)
  const vectors = ACTIVITY.map(async (event, index) => {
    const record = entries[index]
    if (!record) throw new Error('Each event has an entry.')
    return {
      event,
      plaintext: toHex(encodeActivityEvent(event)),
      record,
      hash: await hashActivityEntry(VAULT_ID, record),
    }
  })
  return { vault_id: VAULT_ID, entries: await Promise.all(vectors), chain }
}

async function recoveryVector() {
  const key = newRecoveryKey(() => RECOVERY_KEY)
  const text = await formatRecoveryKey(key)
  const { recId, recAuth, root } = await deriveRecovery(key)
  const zeros = await formatRecoveryKey(newRecoveryKey((length) => new Uint8Array(length)))
  const typed = [text.toLowerCase(), text.replaceAll('-', ' '), text.replaceAll('0', 'O').replaceAll('1', 'l')]
  const refused = [text.slice(0, -1), `${text}0`, text.replace(/^./, 'U'), text.replace(/^./, 'Z')]
  return {
    key: toHex(key),
    text,
    text_of_zeros: zeros,
    rec_id: toHex(recId),
    rec_auth: toHex(recAuth),
    root: toHex(root),
    accepted: await Promise.all(
      typed.map(async (entry) => ({ typed: entry, key: toHex(await parseRecoveryKey(entry)) })),
    ),
    refused: await Promise.all(
      refused.map(async (entry) => ({ typed: entry, code: await codeOf(() => parseRecoveryKey(entry)) })),
    ),
  }
}

function textVectors() {
  const passwords = ['Zu\u0308rich-Oerlikon-1', 'Z\u00fcrich-Oerlikon-1', 'ﬁfteen letters.']
  const logins = [' Ann@Example.ORG', 'Ａｎｎ', 'straße', 'STRASSE', 'ΟΔΥΣΣΕΥΣ', 'İstanbul', 'Zu\u0308rich']
  return {
    passwords: passwords.map((typed) => ({ typed, utf8: toHex(utf8(preparePassword(typed))) })),
    logins: logins.map((typed) => ({ typed, utf8: toHex(utf8(canonicalLogin(typed))) })),
  }
}

async function codeOf(action: () => Promise<unknown>): Promise<unknown> {
  const error: unknown = await action().catch((reason: unknown) => reason)
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
