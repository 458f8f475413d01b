/** The parts of two libraries without types of their own that our tests use. */
declare module 'simple-oauth2' {
  type Token = Readonly<Record<string, unknown>>
  type AccessToken = { readonly token: Token; refresh(): Promise<AccessToken> }
  export class AuthorizationCode {
    constructor(config: object)
    authorizeURL(parameters: Readonly<Record<string, string>>): string
    getToken(parameters: Readonly<Record<string, string>>): Promise<AccessToken>
  }
}

declare module 'passport-oauth2' {
  type Done = (error: unknown, user?: unknown) => void
  type Verify = (accessToken: string, refreshToken: string, parameters: object, profile: object, done: Done) => void
  export class Strategy {
    constructor(options: object, verify: Verify)
    authenticate(request: object, options?: object): void
  }
}
