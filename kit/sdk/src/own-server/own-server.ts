/** Sign in at the server of an address that the person types: a Countersign that has never heard of the app. */
import type { CountersignSettings } from '../checked-settings.ts'
import { type Countersign } from '../countersign.ts'
import type { SignInFlow } from '../flow.ts'
import type { CompletedSignIn } from '../results.ts'
import type { CookieSettings, SignInSettings } from '../web/sign-in-routes.ts'
import type { ClientDocument } from './client-document.ts'
import { createOwnServerRoutes } from './routes.ts'
import { createServers } from './servers.ts'

export type { ClientDocument } from './client-document.ts'

export type OwnServersSettings = Pick<
  CountersignSettings,
  'redirectUri' | 'scopes' | 'clientKey' | 'claimsDecryptionKey' | 'credentialIssuers' | 'dpop' | 'pushed'
> & {
  /** The https address of the app's document, which `clientDocument` makes: `https://app.example/client.json`. */
  readonly clientId: string | undefined
  /** The app's name for people. Servers show it behind the host of `clientId`, which alone is proven. */
  readonly clientName: string
  /** For development: also servers on this machine, by http. */
  readonly allowLoopback?: boolean | undefined
  /**
   * Required where a runtime has no sockets (`node:https`): it must reach the public internet alone, because strangers choose
   * the addresses.
   */
  readonly fetch?: typeof fetch | undefined
}

/** A person is known by both: each server chooses its own subjects, and may choose another server's. */
export type Person = { readonly issuer: string; readonly subject: string }

/**
 * A sign-in at the person's own server. It says nothing of verified addresses: that server would vouch for its own person.
 * Credentials of the issuers that you trust are in `verifiedClaims`.
 */
export type OwnServerSignIn = Omit<
  CompletedSignIn,
  'issuer' | 'subject' | 'emailVerified' | 'phoneNumberVerified' | 'verifications'
> & { readonly person: Person }

/** Keep it in the session of that browser: the answer must come from its issuer (RFC 9207). */
export type OwnServerFlow = SignInFlow & { readonly issuer: string }

export type OwnServers = {
  /** Serve it as JSON at `clientId`. */
  clientDocument(): ClientDocument
  /** Finds the server of an address, and begins a sign-in there. @throws SignInError `invalid_address`, `unusable_server` */
  beginSignIn(address: string): Promise<{ readonly url: string; readonly flow: OwnServerFlow }>
  /** As that of `Countersign`. @throws SignInError */
  finishSignIn(callbackUrl: string | URL | undefined, flow: OwnServerFlow | undefined): Promise<OwnServerSignIn>
  /** The server of a person, to refresh or revoke. @throws TypeError for what is no issuer */
  at(issuer: string): Countersign
}

/** For an app without one of our frameworks. @throws TypeError for settings that cannot work */
export function createOwnServers(settings: OwnServersSettings): OwnServers {
  const { finishSignIn, ...servers } = createServers(settings)
  return { ...servers, finishSignIn: async (url, flow) => describeSignIn(await finishSignIn(url, flow)) }
}

type OwnServersRoutesSettings<Context extends readonly unknown[], Answer> = OwnServersSettings &
  CookieSettings &
  Pick<SignInSettings<Context, Answer>, 'onError' | 'onSignOut'> & {
    /** The person signed in: begin your own session here, under a new id, for `person`. */
    readonly onSignIn: (signIn: OwnServerSignIn, ...context: Context) => Answer
  }

/**
 * Settings for a framework's `countersign`: `POST /sign-in` with `address`, and `returnTo` if you like, `GET /callback`,
 * `POST /sign-out`, and the document at `clientId`.
 * @throws TypeError for settings that cannot work
 */
export function ownServers<Context extends readonly unknown[], Answer>(
  settings: OwnServersRoutesSettings<Context, Answer>,
): SignInSettings<Context, Answer> {
  const { onSignIn, onError, onSignOut, cookieSecret, ...own } = settings
  const routes = createOwnServerRoutes(createServers(own), { ...own, cookieSecret })
  return {
    issuer: undefined,
    clientId: own.clientId,
    redirectUri: own.redirectUri,
    cookieSecret,
    routes,
    onSignIn: (signIn, ...context) => onSignIn(describeSignIn(signIn), ...context),
    onError,
    onSignOut,
  }
}

function describeSignIn(signIn: CompletedSignIn): OwnServerSignIn {
  const { issuer, subject, emailVerified: _, phoneNumberVerified: _phone, verifications: _all, ...shared } = signIn
  return { ...shared, person: { issuer, subject } }
}
