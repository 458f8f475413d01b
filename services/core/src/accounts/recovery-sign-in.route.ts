import { RecoverySignInRequest, SignedIn } from '@countersign/contracts'
import { type Api, BEGINS, describeRefusals } from '@countersign/service'
import type { CoreDependencies } from '../dependencies.ts'
import { callerOf } from '../http/caller.ts'
import { signInByRecoveryKey } from './recovery-sign-in.ts'

/** POST /api/session/recovery/: a short session that may read the vault and replace what was lost. */
export function mountRecoverySignIn(app: Api, dependencies: CoreDependencies): void {
  app.post(
    '/api/session/recovery/',
    {
      ...BEGINS,
      ...dependencies.networkLimits.limit('recovery'),
      schema: {
        operationId: 'signInByRecoveryKey',
        summary: 'Sign in with a recovery key',
        tags: ['sessions'],
        body: RecoverySignInRequest,
        response: { 200: SignedIn, ...describeRefusals(401, 403, 429) },
      },
    },
    async (request) => signInByRecoveryKey(dependencies, request.body, callerOf(request)),
  )
}
