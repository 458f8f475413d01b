import { type Authenticator, prfOutputOf } from '@countersign/testing'
import type { BrowserContext, Page } from 'playwright-core'

export type VirtualAuthenticator = {
  /** How many passkeys it holds. */
  count(): Promise<number>
  /** Whose passkeys it holds, as it shows them. */
  names(): Promise<readonly (string | undefined)[]>
  /** How often its person has confirmed a sign-in with it. */
  uses(): number
  /** From now on the person declines, or agrees again. */
  setAgreeing(isAgreeing: boolean): Promise<void>
  /** From now on the person is looked for and does not answer, or answers again. */
  setAnswering(isAnswering: boolean): Promise<void>
  remove(): Promise<void>
}

export type AuthenticatorKnobs = {
  /** False: it cannot give the secret that opens a vault. */
  readonly hasPrf?: boolean
  /** False: it cannot tell that it is its owner. */
  readonly isUserVerified?: boolean
  /** Its passkeys are synchronised between devices. */
  readonly isSynced?: boolean
  /** It answers what a page offers in the autofill too, as if its person chose it there. */
  readonly isChosenInAutofill?: boolean
}

/** Gives a page an authenticator like the one of a phone or a laptop (Chrome DevTools Protocol, WebAuthn domain). */
export async function addAuthenticator(page: Page, knobs: AuthenticatorKnobs = {}): Promise<VirtualAuthenticator> {
  const { hasPrf = true, isUserVerified = true, isSynced = false, isChosenInAutofill = false } = knobs
  await (isChosenInAutofill ? page.addInitScript(allowAutofill) : withholdAutofill(page))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
      hasPrf,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  let uses = 0
  cdp.on('WebAuthn.credentialAsserted', () => {
    uses += 1
  })
  return {
    uses: () => uses,
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    names: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(({ userName }) => userName),
    setAgreeing: async (isAgreeing) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isAgreeing })
    },
    setAnswering: async (isAnswering) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isAnswering })
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}

/** Chromium's own answers such a request at once: pages of which nobody asked it would sign in by themselves. */
export async function withholdAutofill(pages: Pick<BrowserContext, 'addInitScript'>): Promise<void> {
  await pages.addInitScript(() => {
    // An empty tab has none.
    if (!('PublicKeyCredential' in globalThis)) return
    const ask = PublicKeyCredential.isConditionalMediationAvailable.bind(PublicKeyCredential)
    PublicKeyCredential.isConditionalMediationAvailable = async () => 'allowsAutofill' in globalThis && ask()
  })
}

function allowAutofill(): void {
  Object.assign(globalThis, { allowsAutofill: true })
}

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
