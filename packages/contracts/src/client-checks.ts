import { type Static, Type } from 'typebox'
import { ClientParams, OF_CLIENT } from './administration.ts'
import { type AdministrationDescription, CREATE, GET } from './administration-description.ts'
import { Base64url, Named, OptionalText, OrNull, Strict, Timestamp } from './primitives.ts'

const Claims = Type.Record(Type.String(), Type.Unknown())

/** Names a test sign-in; of use to its starter alone. */
const TestId = Base64url(43, 43, { description: 'From the start of the test.' })

export const TestSignIn = Named('TestSignIn', {
  test_id: TestId,
  state: Type.String({ description: 'The parameters of the response, without the code.' }),
  authorize_url: Type.String({ description: "Where a browser begins; it comes back to the console's own page." }),
  expires_in: Type.Integer({ description: 'Seconds within which the address must be opened.' }),
})

export const TestSignInCompletion = Strict({
  test_id: TestId,
  code: Type.String({ pattern: '^[!-~]{1,512}$', description: 'As it came back.' }),
})

const TestRefusal = Type.Object({ error: Type.String(), error_description: Type.String() })

const TestTokens = Type.Object({
  access_token: Type.String({ description: 'Its beginning, like each token here.' }),
  token_type: Type.String(),
  expires_in: Type.Integer(),
  scope: Type.String(),
  refresh_token: OptionalText('Absent for an app that does not refresh.'),
  id_token: OptionalText('Absent without openid.'),
  data_token: OptionalText('Absent only from other grants.'),
})

/** The answer that an app gets, without anything that works as a token. */
export const TestSignInResult = Named('TestSignInResult', {
  refusal: OrNull(TestRefusal),
  tokens: OrNull(TestTokens),
  id_token: OrNull(Claims, { description: 'Its claims; null without openid.' }),
  data_token: OrNull(Claims, {
    description: 'Its claims. `claims_jwe` is shortened: only the app opens it.',
  }),
  userinfo: OrNull(Claims, { description: 'Its answer; null where it refuses.' }),
  userinfo_refusal: OrNull(TestRefusal),
})

const ClientError = Type.Object({
  event: Type.String(),
  outcome: OrNull(Type.String()),
  count: Type.Integer(),
  last_at: Type.String({ ...Timestamp, description: 'To the hour, where it repeats.' }),
  documentation: OrNull(Type.String(), {
    description: 'Where it is explained, if DOCUMENTATION_URL is set.',
  }),
})

export const ClientErrors = Named('ClientErrors', {
  since: Timestamp,
  errors: OrNull(Type.Array(ClientError), {
    description: 'The most recent first, at most 50; null where there is too much to count in a few seconds.',
  }),
})

/** Operations that tell whether an app works. */
export const CLIENT_CHECK_OPERATIONS = {
  startTestSignIn: {
    ...CREATE,
    ...OF_CLIENT,
    path: 'clients/:client_id/test-sign-ins/',
    summary: 'Start a test sign-in',
    answer: TestSignIn,
  },
  completeTestSignIn: {
    ...CREATE,
    ...OF_CLIENT,
    path: 'clients/:client_id/test-sign-ins/complete/',
    summary: 'Complete a test sign-in',
    description: 'Only for the starter of the test; a person only for their own approval.',
    input: Type.Object({ params: ClientParams, body: TestSignInCompletion }),
    answer: TestSignInResult,
  },
  listClientErrors: {
    ...GET,
    ...OF_CLIENT,
    path: 'clients/:client_id/errors/',
    summary: "List a client's errors; refusals of the last 30 days, with count and last time",
    answer: ClientErrors,
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>

export type TestSignIn = Static<typeof TestSignIn>
export type TestSignInResult = Static<typeof TestSignInResult>
export type ClientErrors = Static<typeof ClientErrors>
