import { type Authenticator, prfOutputOf } from '@countersign/testing'
import type { BrowserContext, Page } from 'playwright-core'

export type AuthenticatorKnobs = {
  /** False: it has no secret that opens a vault. */
  readonly hasPrf?: boolean
  /** False: it cannot verify its user. */
  readonly isUserVerified?: boolean
  /** Its passkeys are synchronised between devices. */
  readonly isSynced?: boolean
  /** It answers autofill requests too, as if the user chose it there. */
  readonly isChosenInAutofill?: boolean
}

/** Gives a page an authenticator like the one of a phone or a laptop (Chrome DevTools Protocol, WebAuthn domain). */
export async function addAuthenticator(page: Page, knobs: AuthenticatorKnobs = {}) {
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
    /** How often the user has confirmed a sign-in. */
    uses: () => uses,
    /** The number of its passkeys. */
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** The user names of its passkeys. */
    names: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(({ userName }) => userName),
    /** Whether the user agrees from now on, or declines. */
    setAgreeing: async (isAgreeing: boolean) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isAgreeing })
    },
    /** Whether the user answers from now on. */
    setAnswering: async (isAnswering: boolean) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isAnswering })
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}

/** Chromium's virtual authenticator answers autofill requests at once: every sign-in page would sign in unasked. */
export async function withholdAutofill(pages: Pick<BrowserContext, 'addInitScript'>): Promise<void> {
  await pages.addInitScript(() => {
    // Missing in an empty tab.
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
  /** The user of a new passkey; undefined for a sign-in. */
  readonly userId: string | undefined
}

declare global {
  interface Window {
    askAuthenticator(asked: Asked): Promise<ReturnType<typeof answer>>
  }
}

/**
 * Gives all pages of a browser this authenticator, for tests about something else than the sign-in. It works in several
 * browsers; Chromium's virtual one stays in its tab (passkeys.test.ts, authenticators.test.ts).
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
  // Missing in an empty tab.
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
