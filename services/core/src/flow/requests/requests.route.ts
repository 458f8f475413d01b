import {
  AuthorizationRequestDetails,
  AuthorizationRequestParams,
  CompleteRequestBody,
  ConsentCompleteResponse,
  ConsentDenyResponse,
  RequestGivenBack,
  SilentAnswer,
  SilentAnswerBody,
} from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import type { WithSecurityMailer } from '../../accounts/records/security-mail/security-mailer.ts'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import { logRequestCompleted, logRequestDenied, logRequestGivenBack } from '../../ground/events.ts'
import { callerOf } from '../../ground/http/caller.ts'
import { describeRoutes, ok } from '../../ground/http/routes.ts'
import type { WithClock, WithLogger, WithProvider, WithSql } from '../../ground/parts.ts'
import { mailAboutNewApp } from '../security-contact/security-contact.ts'
import { answerSilently } from './answer-silently.ts'

const REQUEST_PATH = '/api/internal/oauth/requests/:auth_request_id/'
/** A data token with 32 claims of 4 KiB has 175 kB. The provider's own limit is a little higher. */
const DATA_TOKEN_BODY_LIMIT_BYTES = 250_000

const described = describeRoutes({
  tags: ['authorization requests'],
  security: [{ session: [] }],
  params: AuthorizationRequestParams,
})

export function mountReadRequest(app: Api, { guard, provider }: WithSessions & WithProvider): void {
  app.get(
    REQUEST_PATH,
    {
      onRequest: guard.allowRecent('full'),
      schema: described('readRequest', 'Read an authorization request', ok(AuthorizationRequestDetails, 403, 404)),
    },
    async (request) => provider.readRequest(request.params.auth_request_id, guard.sessionOf(request).userId),
  )
}

export function mountCompleteRequest(
  app: Api,
  dependencies: WithSessions & WithProvider & WithSecurityMailer & WithLogger & WithClock,
): void {
  const { guard, provider, logger } = dependencies
  app.post(
    `${REQUEST_PATH}complete/`,
    {
      onRequest: guard.allow('full'),
      bodyLimit: DATA_TOKEN_BODY_LIMIT_BYTES,
      schema: described('completeRequest', 'Approve an authorization request', {
        description: 'Approving no scope at all is a denial and is answered as one.',
        body: CompleteRequestBody,
        ...ok(Type.Union([ConsentCompleteResponse, ConsentDenyResponse]), 403, 404, 409, 410),
      }),
    },
    async (request) => {
      const session = guard.sessionOf(request)
      const { auth_request_id } = request.params
      const { approved_scopes, data_token, grant } = request.body
      const terms = grant === undefined ? {} : { grant }
      const { userId: user_id, sessionId: session_id } = session
      const consent = { auth_request_id, user_id, session_id, approved_scopes, data_token, ...terms }
      const { origin } = callerOf(request)
      const before = dependencies.now()
      const completed = await provider.completeRequest(consent, origin.network)
      const subject = { ...session, authRequestId: auth_request_id }
      if ('error' in completed) logRequestDenied(logger, subject)
      else {
        logRequestCompleted(logger, subject)
        mailAboutNewApp(dependencies, subject, { origin, before })
      }
      return completed
    },
  )
}

export function mountAnswerSilently(app: Api, dependencies: WithSessions & WithSql & WithProvider & WithLogger): void {
  const { guard } = dependencies
  app.post(
    `${REQUEST_PATH}silent/`,
    {
      onRequest: guard.allow('full'),
      bodyLimit: DATA_TOKEN_BODY_LIMIT_BYTES,
      schema: described('answerSilently', 'Answer a prompt=none request', {
        description: 'For `openid` alone, and an app that holds a grant of this person. Their vault stays shut.',
        body: SilentAnswerBody,
        ...ok(SilentAnswer, 403, 404, 409, 410),
      }),
    },
    async (request) =>
      answerSilently(dependencies, guard.sessionOf(request), {
        authRequestId: request.params.auth_request_id,
        caller: callerOf(request),
        ...request.body,
      }),
  )
}

/** Giving back releases a request that the wrong user opened, so that the next reader owns it. */
export function mountDeclineRequest(
  app: Api,
  { guard, provider, logger }: WithSessions & WithProvider & WithLogger,
): void {
  app.post(
    `${REQUEST_PATH}deny/`,
    {
      onRequest: guard.allow('full'),
      schema: described('denyRequest', 'Deny an authorization request', ok(ConsentDenyResponse, 403, 404, 409, 410)),
    },
    async (request) => {
      const session = guard.sessionOf(request)
      const { auth_request_id } = request.params
      const denial = { auth_request_id, user_id: session.userId }
      const denied = await provider.denyRequest(denial, callerOf(request).origin.network)
      logRequestDenied(logger, { ...session, authRequestId: auth_request_id })
      return denied
    },
  )

  app.post(
    `${REQUEST_PATH}give-back/`,
    {
      onRequest: guard.allow('full'),
      schema: described('giveBackRequest', 'Give back an authorization request', {
        description: "For a pending request that is not another person's. Idempotent.",
        ...ok(RequestGivenBack, 403, 404),
      }),
    },
    async (request): Promise<RequestGivenBack> => {
      const session = guard.sessionOf(request)
      const { auth_request_id: authRequestId } = request.params
      await provider.giveBackRequest(authRequestId, session.userId)
      logRequestGivenBack(logger, { ...session, authRequestId })
      return { given_back: true }
    },
  )
}
