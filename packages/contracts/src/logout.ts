import { type Static, Type } from 'typebox'
import { ClientSummary } from './authorization-request.ts'
import { ClientNames } from './client-values.ts'
import { EXAMPLE } from './examples.ts'
import { Base64url, Named, OptionalText, Strict, UserId, Uuid } from './primitives.ts'

/** OpenID Connect RP-Initiated Logout §2. For documentation: the rules validate. */
export const LogoutParameters = Type.Object({
  id_token_hint: OptionalText('An id_token of the person that is to be signed out; it may have expired.'),
  client_id: OptionalText('The client, if no id_token_hint names it.'),
  post_logout_redirect_uri: Type.Optional(
    Type.String({
      description: 'Where the person may return to; exactly one of those that the client has registered.',
    }),
  ),
  state: OptionalText('Comes back with the person.'),
})

/** An app's logout parameters, sealed because they pass through the browser. */
const LogoutRequestText = Base64url(12_000, 1, { description: 'as the logout endpoint handed it to the page' })

export const LogoutRequestBody = Strict({ logout_request: LogoutRequestText })

/** `POST /api/auth/internal/logout-request/` */
export const LogoutRequestQuery = Strict({ logout_request: LogoutRequestText, user_id: Type.Optional(UserId) })

/** The app that requests a sign-out, and where the user may return to. */
export const LogoutRequest = Type.Object(
  {
    client: Type.Optional(
      Type.Object(
        {
          name: ClientSummary.properties.name,
          names: Type.Optional(ClientNames),
          logo: ClientSummary.properties.logo,
        },
        {
          description: 'Absent where no app said which one it is.',
        },
      ),
    ),
    return_to: OptionalText('Registered by this client, with the state that it sent.'),
    means_other: Type.Optional(
      Type.Literal(true, { description: 'The app means another person than that of this session.' }),
    ),
  },
  {
    $id: 'LogoutRequest',
    examples: [
      {
        client: { name: 'Example App', logo: `https://id.example/oauth/clients/${EXAMPLE.client_id}/logo` },
        return_to: 'https://app.example/signed-out?state=af0ifjsldkj',
      },
    ],
  },
)

const MAXIMUM_SESSIONS = 100

/** `POST /api/auth/internal/sessions/end/`: sessions of a person that they, or an administrator, have ended. */
export const SessionsEnd = Strict({
  user_id: UserId,
  session_ids: Type.Array(Uuid, { minItems: 1, maxItems: MAXIMUM_SESSIONS }),
})

export const SessionsEnded = Named('SessionsEnded', {
  noted: Type.Integer({ description: 'How many sign-ins at apps they led to.' }),
})

export type LogoutRequest = Static<typeof LogoutRequest>
export type LogoutRequestQuery = Static<typeof LogoutRequestQuery>
export type SessionsEnd = Static<typeof SessionsEnd>
export type SessionsEnded = Static<typeof SessionsEnded>
