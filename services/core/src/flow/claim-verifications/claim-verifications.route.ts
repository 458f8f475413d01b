import {
  OperatorClaimList,
  VerifiableClaims,
  VerificationFinished,
  VerificationFinishRequest,
  VerificationStarted,
  VerificationStartRequest,
} from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import { describeRoutes, ok } from '../../ground/http/routes.ts'
import type { WithProvider } from '../../ground/parts.ts'
import { finishClaimVerification, startClaimVerification, type WithVerification } from './verify-claim.ts'

const listed = describeRoutes({ tags: ['claims'], security: [{ session: [] }] })

export function mountListClaims(app: Api, { guard, provider }: WithSessions & WithProvider): void {
  app.get(
    '/api/claims/',
    {
      onRequest: guard.allow('full'),
      schema: listed('listOperatorClaims', 'List custom claims', ok(OperatorClaimList, 403)),
    },
    async () => provider.listClaims(),
  )
}

const described = describeRoutes({ tags: ['claim verifications'], security: [{ session: [] }] })

export function mountClaimVerifications(app: Api, dependencies: WithSessions & WithVerification): void {
  const { guard, senders } = dependencies
  const onRequest = guard.allow('full')

  app.get(
    '/api/claim-verifications/',
    { onRequest, schema: described('listVerifiableClaims', 'List verifiable claims', ok(VerifiableClaims, 403)) },
    async () => ({ claims: (['email', 'phone'] as const).filter((claim) => senders.sendTo[claim]) }),
  )

  app.post(
    '/api/claim-verifications/start/',
    {
      onRequest,
      schema: described('startClaimVerification', 'Start a claim verification', {
        body: VerificationStartRequest,
        ...ok(VerificationStarted, 403, 404, 429, 503),
      }),
    },
    async (request) =>
      startClaimVerification(dependencies, { ...guard.sessionOf(request), ip: request.ip }, request.body),
  )

  app.post(
    '/api/claim-verifications/finish/',
    {
      onRequest,
      schema: described('finishClaimVerification', 'Finish a claim verification', {
        body: VerificationFinishRequest,
        ...ok(VerificationFinished, 403, 410, 422, 429),
      }),
    },
    async (request) =>
      finishClaimVerification(dependencies, { ...guard.sessionOf(request), ip: request.ip }, request.body),
  )
}
