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
