/**
 * What `countersign/testing` offers to the tests of an app. It is published as it stands here, so it names nothing of other
 * modules.
 */

export type TestServerOptions = {
  /** Registered at the start, as `server.app`. */
  readonly app?: TestAppOptions | undefined
  /** Settings of `countersign serve`, by the names that they have in the environment. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** Takes each line of the log; nobody does if left out. */
  readonly log?: ((line: string) => void) | undefined
  /**
   * Where the empty database is kept for the next start, which is a few times as fast with it: the user's own folder for
   * caches if left out. Where it cannot be written, each run makes one.
   */
  readonly cacheFolder?: string | undefined
}

export type TestAppOptions = {
  readonly name?: string | undefined
  /** Exactly as the app sends it; `http://localhost:3000/callback` if left out. */
  readonly redirectUri?: string | undefined
  /** As `--scope` takes them: `email`, `email:required`, `email:required=To send receipts.`; openid, email and profile if left out. */
  readonly scopes?: readonly string[] | undefined
  /** An app without a secret: it runs on a device or in a browser. It gets no key either, and so its claims in the open. */
  readonly public?: boolean | undefined
  /** Gets no key for sealed claims. */
  readonly plain?: boolean | undefined
  /** Anything else that `POST /api/admin/clients/` takes, by its names there: `{ dpop_bound_access_tokens: true }`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** An app that is registered. */
export type TestApp = {
  readonly clientId: string
  /** Undefined for a public app. */
  readonly clientSecret: string | undefined
  /** Its private key for sealed claims, a JWK as JSON; undefined for a plain or a public app. */
  readonly claimsKey: string | undefined
  readonly redirectUri: string
  /** What `createCountersign` of `@countersign/sdk` takes: all of the above, and the issuer. */
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
  /** What stands in their vault, by the names of claims: `{ email: 'ada@example.org' }`. */
  readonly claims?: Readonly<Record<string, string>> | undefined
  /** Which of these are verified: `email` and `phone` can be. */
  readonly verified?: readonly ('email' | 'phone')[] | undefined
  /** Their name and password work on the pages too, in a real browser. That takes a second or two longer. */
  readonly inBrowser?: boolean | undefined
}

export type Approval = {
  /** Of the requested scopes, those that are approved; all that there is something to share for if left out. */
  readonly scopes?: readonly string[] | undefined
  /** Claims that are left out, though their scope is approved. */
  readonly without?: readonly string[] | undefined
  /** What is shared of these claims; the vault has it from then on, beside what it had. */
  readonly values?: Readonly<Record<string, string>> | undefined
  /** Lets the app in for this once: it gets no refresh token. */
  readonly once?: boolean | undefined
  /** Lets the app come back until then. */
  readonly until?: Date | undefined
}

/** Somebody with an account and a vault, on a device without a page. */
export type TestPerson = {
  /** The `sub` under which apps know them; pairwise ones know another. */
  readonly subject: string
  readonly login: string
  readonly password: string
  /**
   * Approves what an app asks for, and answers where the browser goes then: the app's callback, with a code. `url` is where
   * the app sent the browser. A request with `prompt=none` is answered without asking, as it says.
   */
  approve(url: string | URL, approval?: Approval): Promise<string>
  /** Says no, and answers the app's callback with `access_denied`. */
  deny(url: string | URL): Promise<string>
  /** Writes these claims into the vault; an empty value removes one. */
  saveClaims(claims: Readonly<Record<string, string>>): Promise<void>
  /** Takes back all that they allowed an app: its tokens end. */
  revoke(app: { readonly clientId: string }): Promise<void>
}

/** A message that would have left a real server. */
export type TestMail = { readonly to: string; readonly subject: string; readonly text: string }

/** A whole Countersign in this process, with a database in memory. */
export type TestServer = AsyncDisposable & {
  readonly issuer: string
  readonly app: TestApp
  /** Opens the administration API at `/api/admin/`, as a bearer token. */
  readonly adminToken: string
  addApp(options?: TestAppOptions): Promise<TestApp>
  createPerson(options?: TestPersonOptions): Promise<TestPerson>
  /** Lets a request run out before anybody answers it, and answers the app's callback with `request_expired`. */
  expire(url: string | URL): Promise<string>
  /** The newest first. */
  mails(): readonly TestMail[]
  /** Ends it; what is under way is answered first. Calling it again does nothing. */
  stop(): Promise<void>
}

export type CreateTestServer = (options?: TestServerOptions) => Promise<TestServer>
