import type { Authenticator } from '@countersign/testing'
import { prfOutputOf } from '@countersign/testing'
import type { BrowserContext } from 'playwright-core'

type Asked = {
  readonly challenge: string
  readonly rpId: string
  /** Whom a new passkey is for; undefined where one is used. */
  readonly userId: string | undefined
}

declare global {
  interface Window {
    askAuthenticator(asked: Asked): Promise<ReturnType<typeof answer>>
  }
}

/**
 * Has all pages of a browser ask this authenticator, which its person may carry to another browser: Chromium's own stays in
 * its tab. Without a second of key stretching, for tests of which the sign-in is not the subject; those of Chromium's own
 * are in passkeys.test.ts and authenticators.test.ts.
 */
export async function carryPasskey(context: BrowserContext, passkey: Authenticator): Promise<void> {
  await context.exposeFunction('askAuthenticator', (asked: Asked) => answer(passkey, asked))
  await context.addInitScript(askInPlaceOfBrowser)
}

function answer(passkey: Authenticator, { challenge, rpId, userId }: Asked) {
  const credential =
    userId === undefined
      ? passkey.get({ challenge, rpId })
      : passkey.create({ challenge, rp: { id: rpId }, user: { id: userId } })
  return { ...credential, prf: Buffer.from(prfOutputOf(passkey)).toString('base64url') }
}

/** Runs in the page, before its script. */
function askInPlaceOfBrowser(): void {
  // An empty tab has none.
  if (!isSecureContext) return
  const toText = (source: BufferSource): string => {
    const bytes = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer) : new Uint8Array(source)
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  }
  const toBytes = (text: string): ArrayBuffer =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0)).buffer
  const ask = async (challenge: BufferSource, rpId = '', user?: PublicKeyCredentialUserEntity) => {
    const asked = { challenge: toText(challenge), rpId, userId: user && toText(user.id) }
    const { response, prf, ...credential } = await window.askAuthenticator(asked)
    const { transports, ...texts } = { transports: [], ...response }
    const buffers = Object.entries(texts).map(([name, text]) => [name, toBytes(text)])
    return {
      ...credential,
      response: { ...Object.fromEntries(buffers), getTransports: () => transports },
      getClientExtensionResults: () => ({ prf: { enabled: true, results: { first: toBytes(prf) } } }),
    }
  }
  Object.assign(navigator.credentials, {
    get: async ({ publicKey }: CredentialRequestOptions) => publicKey && ask(publicKey.challenge, publicKey.rpId),
    create: async ({ publicKey }: CredentialCreationOptions) =>
      publicKey && ask(publicKey.challenge, publicKey.rp.id, publicKey.user),
  })
}
