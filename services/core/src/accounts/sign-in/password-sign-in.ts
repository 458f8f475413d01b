import type { PasswordFinishRequest, PasswordStartRequest } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { type SealingContext, seal, unseal } from '@countersign/service/secrets'
import type { Sql } from '@countersign/service/sql'
import { logSignInRefused } from '../../ground/events.ts'
import type { Caller } from '../../ground/http/caller.ts'
import type { OpaqueServer, WithOpaque } from '../credentials/passwords/opaque-server.ts'
import {
  findSignInRecord,
  insertDummyRecord,
  type PasswordMethod,
  type SignInRecord,
} from '../credentials/passwords/password.store.ts'
import type { WithDeviceTokens } from '../credentials/throttling/device-token.ts'
import type { ThrottleKey } from '../credentials/throttling/password-throttle.store.ts'
import { resetThrottle, throttleAttempt } from '../credentials/throttling/password-throttle.ts'
import type { LoginIdentifiers, WithLoginIndex } from '../records/login-index.ts'
import { intentKey } from '../sessions/intent.ts'
import { insertLogin, type LoginMethod, takeLogin } from './login.store.ts'
import { admitSignIn, signInOrStepUp, type WithSignIn } from './sign-in.ts'

const LOGIN_RULES = { lifetimeSeconds: 60, maximumOpen: 5 }
const LABEL = 'countersign/v1/login-state'

export type WithPasswordSignIn = WithSignIn & WithOpaque & WithLoginIndex & WithDeviceTokens

type Proven = { readonly method: LoginMethod; readonly intent: string | undefined; readonly throttleKey: ThrottleKey }

export function createPasswordSignIn(dependencies: WithPasswordSignIn) {
  const { sql, config, opaque, loginIndex, deviceTokens, logger } = dependencies
  const stateSeal = createLoginStateSeal(config.loginIndexKeys)

  async function proveLogin(loginId: string, finishLoginRequest: string): Promise<Proven | undefined> {
    const login = await takeLogin(sql, loginId)
    const loginState = login && stateSeal.open(login.sealedState)
    // Also tried for a name without an account: the time must not show the difference.
    if (loginState === undefined || !opaque.provesPassword({ loginState, finishLoginRequest })) return undefined
    return login?.method && { method: login.method, intent: login.intent, throttleKey: login.throttleKey }
  }

  return {
    /**
     * Takes the same path for a name without an account, so that the answer does not show which it is.
     * @throws `invalid_request` and `too_many_requests`
     */
    start: async ({ login, start_login_request, device_token, intent }: PasswordStartRequest) => {
      const identifiers = loginIndex.identifiersOf(login)
      const { method, credentialIdentifier, registrationRecord } = await readSignInRecord(sql, opaque, identifiers)
      const throttleKey = { credentialIdentifier, device: deviceTokens.deviceOf(credentialIdentifier, device_token) }
      await throttleAttempt(sql, throttleKey)
      const { login_response, login_state, newest_setup_id } = await opaque.startLogin({
        credential_identifier: credentialIdentifier,
        registration_record: registrationRecord,
        ...(method && { setup_id: method.setupId }),
        start_login_request,
      })
      const pending = {
        newestIdentifier: identifiers.credentialIdentifier,
        method: method && toLoginMethod(method, { setupId: newest_setup_id, indexKeyId: identifiers.indexKeyId }),
        intent: intent && intentKey(intent),
        sealedState: stateSeal.seal(login_state),
        throttleKey,
      }
      return { login_id: await insertLogin(sql, pending, LOGIN_RULES), login_response }
    },

    /** @throws `invalid_credentials` for every failed check, and the errors of `admitSignIn` and `signInOrStepUp` */
    finish: async ({ login_id, finish_login_request, unlock }: PasswordFinishRequest, caller: Caller) => {
      const signingIn = await admitSignIn(dependencies, caller)
      const proven = await proveLogin(login_id, finish_login_request)
      if (!proven) {
        logSignInRefused(logger, { method: 'password' })
        throw new ServiceError('invalid_credentials', 'The name or the password is wrong.')
      }
      const { intent, throttleKey } = proven
      const { userId, unlockId: methodId, needsNewRecord } = proven.method
      await resetThrottle(sql, throttleKey, userId)
      const known = { methodId, isKnownDevice: throttleKey.device !== '' }
      const proof = { userId, ...known, method: 'password', intent, unlocks: unlock } as const
      return {
        ...(await signInOrStepUp(dependencies, signingIn, proof)),
        device_token: deviceTokens.issue(throttleKey.credentialIdentifier, throttleKey.device),
        ...(needsNewRecord && { needs_new_password_record: true }),
      }
    },
  }
}

type Newest = Pick<PasswordMethod, 'setupId' | 'indexKeyId'>

function toLoginMethod({ userId, unlockId, ...of }: PasswordMethod, newest: Newest): LoginMethod {
  return { userId, unlockId, needsNewRecord: of.setupId !== newest.setupId || of.indexKeyId !== newest.indexKeyId }
}

/** The first sign-in ever creates the dummy record. Its password is not kept. */
async function readSignInRecord(sql: Sql, opaque: OpaqueServer, identifiers: LoginIdentifiers): Promise<SignInRecord> {
  const record = await findSignInRecord(sql, identifiers)
  if (record) return record
  await insertDummyRecord(sql, await opaque.createDummyRecord())
  const dummy = await findSignInRecord(sql, identifiers)
  if (!dummy) throw new Error('The dummy record was stored and not found.')
  return dummy
}

/**
 * Seals the state of an unfinished sign-in under a key outside the database: an attacker who reads the open state within
 * its minute could finish the sign-in without the password. The newest secret seals, all of them open.
 */
function createLoginStateSeal(loginIndexKeys: readonly string[]) {
  const contexts = loginIndexKeys.map((secret) => ({ secret, label: LABEL }))
  return {
    seal: (loginState: string) => seal(loginState, { secret: loginIndexKeys[0] ?? '', label: LABEL }),
    open: (sealed: Buffer) =>
      contexts.map((context) => tryToOpen(sealed, context)).find((state) => state !== undefined),
  }
}

function tryToOpen(sealed: Buffer, context: SealingContext): string | undefined {
  try {
    return unseal(sealed, context).toString('utf8')
  } catch {
    return undefined
  }
}
