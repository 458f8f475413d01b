import { createDecipheriv, hkdfSync } from 'node:crypto'
import { expectStatus, httpCaller, identifiers } from '@countersign/testing'
import { deriveRecovery, fromBase64url, parseRecoveryKey, prfInput, UNLOCK_RECORD } from '@countersign/vault'
import { encodeList } from '@countersign/vault/vectors/noble-reference.ts'
import { client, ready } from '@serenity-kit/opaque'
import type { Page } from 'playwright-core'
import type { Credentials } from './person.ts'
import type { Secret } from './traces.ts'

/** The client's compiled-in stretching, written again: any other gives another key. */
const KEY_STRETCHING = { 'argon2id-custom': { memory: 131_072, iterations: 3, parallelism: 4 } }
const TAG_BYTES = 16

/** Secrets that a device derives from a password, derived here by another sign-in. */
export async function secretsOfPassword(coreUrl: string, { login, password }: Credentials) {
  await ready
  const call = httpCaller(coreUrl)
  const { clientLoginState, startLoginRequest } = client.startLogin({ password })
  const start = { login, start_login_request: startLoginRequest }
  const started = expectStatus(200, await call({ method: 'POST', path: '/api/session/password/start/', body: start }))
  const answer = client.finishLogin({
    clientLoginState,
    loginResponse: String(started['login_response']),
    password,
    identifiers,
    keyStretching: KEY_STRETCHING,
  })
  if (!answer) throw new Error('The password does not open the account.')
  const finish = { login_id: started['login_id'], finish_login_request: answer.finishLoginRequest }
  const body = expectStatus(200, await call({ method: 'POST', path: '/api/session/password/finish/', body: finish }))
  const exportKey = fromBase64url(answer.exportKey)
  return { password, exportKey, ...keysOf(body['unlock'], exportKey) }
}

/** The account key in an unlock record, and keys derived from it: the vault's formats, written again. */
function keysOf(unlock: unknown, root: Uint8Array) {
  const { s, vault_id, id, type, ak_gen, bind, salt, n, ct } = UNLOCK_RECORD.read(unlock)
  const context = encodeList('countersign/v1/unlock', s, fromBase64url(vault_id), id, type, ak_gen, bind)
  const saltBytes = fromBase64url(salt)
  const kek = derive(root, saltBytes, encodeList('countersign/v1/kek', context))
  const sealed = Buffer.from(ct, 'base64url')
  const opening = createDecipheriv('aes-256-gcm', kek, fromBase64url(n))
  opening.setAAD(encodeList('countersign/v1/wrap', context, saltBytes))
  opening.setAuthTag(sealed.subarray(-TAG_BYTES))
  const accountKey = Buffer.concat([opening.update(sealed.subarray(0, -TAG_BYTES)), opening.final()])
  const keyFor = (purpose: string) => derive(accountKey, new Uint8Array(), encodeList(`countersign/v1/ak/${purpose}`))
  return {
    passwordKek: kek,
    accountKey,
    headKey: keyFor('head'),
    itemsKey: keyFor('items'),
    activityKey: keyFor('activity'),
  }
}

function derive(key: Uint8Array, salt: Uint8Array, info: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, 32))
}

/** A recovery key in each spelling, its bytes, and the half that opens the vault. */
export async function secretsOfRecoveryKey(text: string): Promise<Record<string, Secret>> {
  const key = await parseRecoveryKey(text)
  const { root } = await deriveRecovery(key)
  const recoveryKeyInOne = text.replaceAll('-', '')
  return { recoveryKey: text, recoveryKeyInOne, recoveryKeyBytes: new Uint8Array(key), recoveryRoot: root }
}

/** The PRF output of a passkey, which any script of the page could ask for with a gesture. */
export async function evaluatePrf(page: Page): Promise<Uint8Array> {
  const output = await page.evaluate(
    async (input) => {
      const publicKey = {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rpId: location.hostname,
        userVerification: 'required',
        extensions: { prf: { eval: { first: new Uint8Array(input) } } },
      } as const
      const credential = await navigator.credentials.get({ publicKey })
      const { prf } = (credential as PublicKeyCredential).getClientExtensionResults()
      return Array.from(new Uint8Array(prf?.results?.first as ArrayBuffer))
    },
    Array.from(await prfInput()),
  )
  return Uint8Array.from(output)
}
