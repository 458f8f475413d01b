/** The types of `countersign/testing`. Published as is, so it imports nothing. */

export type TestServerOptions = {
  /** Registered at the start, as `server.app`. */
  readonly app?: TestAppOptions | undefined
  /** Settings of `countersign serve`, by name. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** Receives each line of the log. */
  readonly log?: ((line: string) => void) | undefined
  /** Caches the empty database, so that the next start is faster; the user's cache folder if left out. */
  readonly cacheFolder?: string | undefined
}

export type TestAppOptions = {
  readonly name?: string | undefined
  /** Exactly as the app sends it; `http://localhost:3000/callback` if left out. */
  readonly redirectUri?: string | undefined
  /** As for `--scope`: `email`, `email:required=To send receipts.`; openid, email and profile if left out. */
  readonly scopes?: readonly string[] | undefined
  /** An app without a secret and without a claims key, on a device or in a browser. */
  readonly public?: boolean | undefined
  /** Gets no key for sealed claims. */
  readonly plain?: boolean | undefined
  /** Other members of `POST /api/admin/clients/`: `{ dpop_bound_access_tokens: true }`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export type TestApp = {
  readonly clientId: string
  /** Undefined for a public app. */
  readonly clientSecret: string | undefined
  /** The private claims key, a JWK as JSON; undefined for a plain or a public app. */
  readonly claimsKey: string | undefined
  readonly redirectUri: string
  /** For `createCountersign` of `@countersign/sdk`. */
  readonly settings: {
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: string | undefined
    readonly redirectUri: string
    readonly scopes: readonly string[]
    readonly claimsDecryptionKey: string | undefined
    readonly allowPlainClaims: boolean
  }
}

export type TestPersonOptions = {
  /** Values in the vault, by claim: `{ email: 'ada@example.org' }`. */
  readonly claims?: Readonly<Record<string, string>> | undefined
  /** Claims with a verified value. */
  readonly verified?: readonly ('email' | 'phone')[] | undefined
  /** The credentials also work on the pages, in a real browser. Takes a second or two longer. */
  readonly inBrowser?: boolean | undefined
}

export type Approval = {
  /** Approved scopes; all that the vault can fill if left out. */
  readonly scopes?: readonly string[] | undefined
  /** Claims to leave out of approved scopes. */
  readonly without?: readonly string[] | undefined
  /** Values to share, which the vault then keeps beside the others. */
  readonly values?: Readonly<Record<string, string>> | undefined
  /** Approves once: the app gets no refresh token. */
  readonly once?: boolean | undefined
  /** Ends the app's access then. */
  readonly until?: Date | undefined
  /** The app gets what `person.change` changes. It must be registered with `keeps_up_to_date`. */
  readonly keepUpToDate?: boolean | undefined
}

/** A person with an account and a vault, on a device without a page. */
export type TestPerson = {
  /** The `sub` that apps get, unless it is pairwise. */
  readonly subject: string
  readonly login: string
  readonly password: string
  /**
   * Approves a request and returns the app's callback with a code. `url` is where the app sent the browser; with
   * `prompt=none` the device answers silently.
   */
  approve(url: string | URL, approval?: Approval): Promise<string>
  /** Denies a request and returns the app's callback with `access_denied`. */
  deny(url: string | URL): Promise<string>
  /** Writes these claims into the vault; an empty value removes one. */
  saveClaims(claims: Readonly<Record<string, string>>): Promise<void>
  /** As `saveClaims`, and sends it to every app that they keep up to date: the app's next refresh brings it. */
  change(claims: Readonly<Record<string, string>>): Promise<void>
  /** Revokes the app's grants and tokens. */
  revoke(app: { readonly clientId: string }): Promise<void>
}

/** An unsent message. */
export type TestMail = { readonly to: string; readonly subject: string; readonly text: string }

/** A whole Countersign in a thread of this process, with a database in memory. */
export type TestServer = AsyncDisposable & {
  readonly issuer: string
  readonly app: TestApp
  /** Bearer token of the administration API at `/api/admin/`. */
  readonly adminToken: string
  addApp(options?: TestAppOptions): Promise<TestApp>
  createPerson(options?: TestPersonOptions): Promise<TestPerson>
  /** Expires a request and returns the app's callback with `request_expired`. */
  expire(url: string | URL): Promise<string>
  /** The newest first. */
  mails(): readonly TestMail[]
  /** Finishes pending requests, then stops. Can be called again. */
  stop(): Promise<void>
}

export type CreateTestServer = (options?: TestServerOptions) => Promise<TestServer>
