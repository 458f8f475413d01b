import { RecoverySignInRequest, SignedIn } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { callerOf } from '../ground/http/caller.ts'
import type { CoreDependencies } from '../surface/dependencies.ts'
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
