import {
  OperatorClaimList,
  VerifiableClaims,
  VerificationFinished,
  VerificationFinishRequest,
  VerificationStarted,
  VerificationStartRequest,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import type { WithProvider } from '../../ground/parts.ts'
import { finishClaimVerification, startClaimVerification, type WithVerification } from './verify-claim.ts'

export function mountListClaims(app: Api, { guard, provider }: WithSessions & WithProvider): void {
  app.get(
    '/api/claims/',
    {
      onRequest: guard.allow('full'),
      schema: {
        tags: ['claims'],
        security: [{ session: [] }],
        operationId: 'listOperatorClaims',
        summary: 'List custom claims',
        response: { 200: OperatorClaimList, ...describeRefusals(403) },
      },
    },
    async () => provider.listClaims(),
  )
}

const described = { tags: ['claim verifications'], security: [{ session: [] }] }

export function mountClaimVerifications(app: Api, dependencies: WithSessions & WithVerification): void {
  const { guard, senders } = dependencies
  const onRequest = guard.allow('full')

  app.get(
    '/api/claim-verifications/',
    {
      onRequest,
      schema: {
        ...described,
        operationId: 'listVerifiableClaims',
        summary: 'List verifiable claims',
        response: { 200: VerifiableClaims, ...describeRefusals(403) },
      },
    },
    async () => ({ claims: (['email', 'phone'] as const).filter((claim) => senders.sendTo[claim]) }),
  )

  app.post(
    '/api/claim-verifications/start/',
    {
      onRequest,
      schema: {
        ...described,
        operationId: 'startClaimVerification',
        summary: 'Start a claim verification',
        body: VerificationStartRequest,
        response: { 200: VerificationStarted, ...describeRefusals(403, 404, 429, 503) },
      },
    },
    async (request) =>
      startClaimVerification(dependencies, { ...guard.sessionOf(request), ip: request.ip }, request.body),
  )

  app.post(
    '/api/claim-verifications/finish/',
    {
      onRequest,
      schema: {
        ...described,
        operationId: 'finishClaimVerification',
        summary: 'Finish a claim verification',
        body: VerificationFinishRequest,
        response: { 200: VerificationFinished, ...describeRefusals(403, 410, 422, 429) },
      },
    },
    async (request) =>
      finishClaimVerification(dependencies, { ...guard.sessionOf(request), ip: request.ip }, request.body),
  )
}
