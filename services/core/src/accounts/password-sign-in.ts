import type {
  PasswordFinishRequest,
  PasswordStartRequest,
  PasswordStartResponse,
  SignedIn,
} from '@countersign/contracts'
import { ServiceError, type Sql } from '@countersign/service'
import type { Core } from '../dependencies.ts'
import { logSignedIn, logSignInRefused } from '../events.ts'
import { startSession } from '../sessions/sessions.ts'
import { readUnlock } from './account.store.ts'
import { credentialIdentifierOf } from './credential-identifier.ts'
import { insertLogin, takeLogin } from './login.store.ts'
import { createLoginStateSeal } from './login-state-seal.ts'
import type { OpaqueServer } from './opaque-server.ts'
import { findPassword, findPasswordUnlockId, keepDummyRecord } from './password.store.ts'
import { describeSignedIn } from './signed-in.ts'

const LOGIN_SECONDS = 60

export type PasswordSignIn = {
  /** Takes the same path for a name that nobody has, so that the answer does not tell. Throws `invalid_request`. */
  readonly start: (request: PasswordStartRequest) => Promise<PasswordStartResponse>
  /** Throws `invalid_credentials`, whatever is wrong. */
  readonly finish: (request: PasswordFinishRequest) => Promise<SignedIn>
}

export function createPasswordSignIn({ sql, config, opaque, logger }: Core): PasswordSignIn {
  const { seal, open } = createLoginStateSeal(config.opaqueServerSetup)
  const readDummyRecord = dummyRecordReader(sql, opaque)

  return {
    async start({ login, start_login_request }) {
      const credentialIdentifier = credentialIdentifierOf(config.loginIndexKey, login)
      const dummyRecord = await readDummyRecord()
      const password = await findPassword(sql, credentialIdentifier)
      const { loginResponse, loginState } = opaque.startLogin({
        credentialIdentifier,
        registrationRecord: password?.registrationRecord ?? dummyRecord,
        startLoginRequest: start_login_request,
      })
      const pending = { userId: password?.userId, sealedState: seal(loginState) }
      return { login_id: await insertLogin(sql, pending, LOGIN_SECONDS), login_response: loginResponse }
    },

    async finish({ login_id, finish_login_request }) {
      const login = await takeLogin(sql, login_id)
      const isProven =
        login &&
        opaque.provesPassword({ loginState: open(login.sealedState), finishLoginRequest: finish_login_request })
      const methodId = isProven && login.userId ? await findPasswordUnlockId(sql, login.userId) : undefined
      if (!login?.userId || !methodId) {
        logSignInRefused(logger, 'password')
        throw new ServiceError('invalid_credentials', 'The name or the password is wrong.')
      }
      const { token, session } = await startSession(sql, { userId: login.userId, scope: 'full', methodId })
      const unlock = await readUnlock(sql, { userId: login.userId, unlockId: methodId })
      logSignedIn(logger, session, 'password')
      return describeSignedIn(token, session, unlock)
    },
  }
}

/**
 * Reads the dummy record once a process; the first process ever makes it. Needed by every sign-in and not only by one
 * to an unknown name, so that making it tells nothing either. A failure is not remembered.
 */
function dummyRecordReader(sql: Sql, opaque: OpaqueServer): () => Promise<string> {
  let record: string | undefined
  return async () => (record ??= await keepDummyRecord(sql, opaque.createDummyRecord()))
}
