import type {
  PasswordFinishRequest,
  PasswordStartRequest,
  PasswordStartResponse,
  SignedIn,
} from '@countersign/contracts'
import { ServiceError, type Sql } from '@countersign/service'
import type { Core } from '../dependencies.ts'
import { logSignInRefused } from '../events.ts'
import type { Caller } from '../http/caller.ts'
import { credentialIdentifierOf } from './credential-identifier.ts'
import { insertLogin, takeLogin } from './login.store.ts'
import { createLoginStateSeal } from './login-state-seal.ts'
import type { OpaqueServer } from './opaque-server.ts'
import { findPasswordUnlockId, findSignInRecord, insertDummyRecord, type SignInRecord } from './password.store.ts'
import { signInOrStepUp } from './sign-in.ts'

const LOGIN_SECONDS = 60

export type PasswordSignIn = {
  /** Takes the same path for a name that nobody has, so that the answer does not tell. Throws `invalid_request`. */
  readonly start: (request: PasswordStartRequest) => Promise<PasswordStartResponse>
  /** Throws `invalid_credentials`, whatever is wrong, and what `signInOrStepUp` throws. */
  readonly finish: (request: PasswordFinishRequest, caller: Caller) => Promise<SignedIn>
}

export function createPasswordSignIn({ sql, config, opaque, logger }: Core): PasswordSignIn {
  const { seal, open } = createLoginStateSeal(config.opaqueServerSetup)

  async function proveLogin(loginId: string, finishLoginRequest: string): Promise<string | undefined> {
    const login = await takeLogin(sql, loginId)
    if (!login) return undefined
    return opaque.provesPassword({ loginState: open(login.sealedState), finishLoginRequest }) ? login.userId : undefined
  }

  return {
    async start({ login, start_login_request }) {
      const credentialIdentifier = credentialIdentifierOf(config.loginIndexKey, login)
      const { userId, registrationRecord } = await readSignInRecord(sql, opaque, credentialIdentifier)
      const { loginResponse, loginState } = opaque.startLogin({
        credentialIdentifier,
        registrationRecord,
        startLoginRequest: start_login_request,
      })
      const pending = { userId, sealedState: seal(loginState) }
      return { login_id: await insertLogin(sql, pending, LOGIN_SECONDS), login_response: loginResponse }
    },

    async finish({ login_id, finish_login_request }, caller) {
      const userId = await proveLogin(login_id, finish_login_request)
      const methodId = userId && (await findPasswordUnlockId(sql, userId))
      if (!userId || !methodId) {
        logSignInRefused(logger, 'password')
        throw new ServiceError('invalid_credentials', 'The name or the password is wrong.')
      }
      return signInOrStepUp({ sql, logger }, caller, { userId, methodId, method: 'password' })
    },
  }
}

/** The first sign-in ever, to whatever name, makes the dummy record. Its password is forgotten at once. */
async function readSignInRecord(sql: Sql, opaque: OpaqueServer, credentialIdentifier: string): Promise<SignInRecord> {
  const record = await findSignInRecord(sql, credentialIdentifier)
  if (record) return record
  await insertDummyRecord(sql, opaque.createDummyRecord())
  const found = await findSignInRecord(sql, credentialIdentifier)
  if (!found) throw new Error('The dummy record was stored and not found.')
  return found
}
