import { RecoverySignInRequest, ServiceErrorBody, SignedIn } from '@countersign/contracts'
import type { Core } from '../dependencies.ts'
import { callerOf } from '../http/caller.ts'
import type { CoreApp } from '../http/core-app.ts'
import { signInByRecoveryKey } from './recovery-sign-in.ts'

/** POST /api/session/recovery/: a short session that may read the vault and replace what was lost. */
export function mountRecoverySignIn(app: CoreApp, core: Core): void {
  app.post(
    '/api/session/recovery/',
    {
      ...core.networkLimits.limit('recovery'),
      schema: {
        operationId: 'signInByRecoveryKey',
        summary: 'Sign in with a recovery key',
        tags: ['sessions'],
        body: RecoverySignInRequest,
        response: {
          200: SignedIn,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
          429: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request) => signInByRecoveryKey(core, request.body, callerOf(request)),
  )
}
