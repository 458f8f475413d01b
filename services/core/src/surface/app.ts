import { setTimeout as pause } from 'node:timers/promises'
import { allowOrigin, createHealthReader, forbidCaching, mountApi, mountEach } from '@countersign/service/http'
import type { FastifyInstance } from 'fastify'
import { mountAccountData, mountAccountEvents } from '../accounts/changes/account-data.route.ts'
import {
  mountChangeMethods,
  mountMethods,
  mountRotateVault,
  mountStageRotation,
} from '../accounts/changes/methods.route.ts'
import { createOpaqueServer } from '../accounts/credentials/passwords/opaque-server.ts'
import { createDeviceTokens } from '../accounts/credentials/throttling/device-token.ts'
import { createLoginIndex } from '../accounts/records/login-index.ts'
import { createSecurityMailer } from '../accounts/records/security-mail/security-mailer.ts'
import { createLogoutReporter } from '../accounts/sessions/report-logouts.ts'
import { createSessionKeys } from '../accounts/sessions/session-key.ts'
import { createSessionMemory } from '../accounts/sessions/session-memory.ts'
import { mountCurrentSession, mountSessions } from '../accounts/sessions/sessions.route.ts'
import { createSessionChecks } from '../accounts/sessions/sessions.ts'
import { mountPasskeyRegister, mountRegister } from '../accounts/sign-in/register.route.ts'
import { mountPasskeySignIn, mountPasswordSignIn, mountRecoverySignIn } from '../accounts/sign-in/sign-in.route.ts'
import { mountAttestData } from '../flow/attestation/attest-data.route.ts'
import { mountClaimVerifications, mountListClaims } from '../flow/claim-verifications/claim-verifications.route.ts'
import { createVerificationLimits } from '../flow/claim-verifications/verification-limits.ts'
import { mountGrants } from '../flow/grants/grants.route.ts'
import { mountLogoutRequest, mountPreviews } from '../flow/requests/preview.route.ts'
import {
  mountAnswerSilently,
  mountCompleteRequest,
  mountDeclineRequest,
  mountReadRequest,
} from '../flow/requests/requests.route.ts'
import { mountSecurityContact } from '../flow/security-contact/security-contact.route.ts'
import { mountStatusLists } from '../flow/status-lists/status-lists.route.ts'
import { createCommitLimits, createNetworkLimits } from '../ground/http/limits.ts'
import { createSessionGuard } from '../ground/http/session-guard.ts'
import { createOpaqueEvaluator } from '../ground/oprf/create-evaluator.ts'
import { createSenders } from '../ground/sending/create-senders.ts'
import { mountCommitVault, mountReadHistory, mountReadVault } from '../vaults/vault.route.ts'
import { startCoreTasks } from './background.ts'
import type { CoreDependencies, CoreOptions } from './dependencies.ts'
import { mountConsole, mountConsolePictures } from './operators/console.route.ts'
import { mountCoreAdmin, mountCoreConsole } from './operators/core-administration.route.ts'
import { createCoreAdministration } from './operators/core-administration.ts'

const CORE_API = {
  name: 'core',
  title: 'Countersign core',
  description:
    'Accounts, vaults, sessions and attestation: for the consent client. Each operation that the document of the provider has as `/api/admin/…`, or this one as `/api/core/admin/…`, is here too, as `/api/console/…`, for people who administer: with a session in place of the administration token, and refused with 403 and 429 besides.',
  version: '0.1.0',
} as const

const MOUNTS = [
  mountRegister,
  mountPasskeyRegister,
  mountPasswordSignIn,
  mountPasskeySignIn,
  mountRecoverySignIn,
  mountCurrentSession,
  mountSessions,
  mountAccountEvents,

  mountMethods,
  mountChangeMethods,
  mountAccountData,

  mountReadVault,
  mountCommitVault,
  mountStageRotation,
  mountReadHistory,
  mountRotateVault,

  mountClaimVerifications,
  mountSecurityContact,

  mountPreviews,
  mountReadRequest,
  mountAttestData,
  mountCompleteRequest,
  mountAnswerSilently,
  mountDeclineRequest,
  mountLogoutRequest,

  mountListClaims,
  mountGrants,
  mountStatusLists,

  mountConsole,
  mountConsolePictures,
  mountCoreConsole,
  mountCoreAdmin,
]

/** For mail under way. Less than the drain of requests leaves of a shutdown's ten seconds. */
const SENDING_AT_CLOSE_MS = 1_500

/** Mounts the core service on a server; its database must be migrated before the first request. */
export async function mountCore(app: FastifyInstance, options: CoreOptions): Promise<void> {
  const { mailbox, health, ...given } = options
  const { sql, config, now, engine = 'embedded' } = given
  const logger = given.logger ?? app.log
  const sessionKeys = createSessionKeys(config, { now, logger })
  const sessionMemory = createSessionMemory(now)
  const guard = createSessionGuard(createSessionChecks({ sql, sessionKeys, sessionMemory }))
  const senders = await createSenders(config, now, mailbox)
  const dependencies: CoreDependencies = {
    ...given,
    logger,
    engine,
    readHealth: createHealthReader(app, { component: 'core', sql, engine, health }),
    opaque: await createOpaqueServer(await createOpaqueEvaluator(config)),
    loginIndex: createLoginIndex(config.loginIndexKeys),
    deviceTokens: createDeviceTokens(config.loginIndexKeys),
    networkLimits: createNetworkLimits(config, now),
    commitLimits: createCommitLimits(config, guard, now),
    verificationLimits: createVerificationLimits(config, now),
    senders,
    securityMailer: createSecurityMailer({ sql, now, logger, senders }),
    sessionKeys,
    sessionMemory,
    logoutReporter: createLogoutReporter({ sql, provider: given.provider, logger }),
    guard,
  }
  let stop = async (): Promise<void> => undefined
  app.addHook('onReady', async () => {
    stop = startCoreTasks(dependencies)
  })
  app.addHook('onClose', async () => {
    await stop()
    const settled = dependencies.securityMailer.settle()
    await Promise.race([settled, pause(SENDING_AT_CLOSE_MS, undefined, { ref: false })])
    dependencies.senders.close()
    await settled
  })
  await mountApi(app, CORE_API, async (api) => {
    forbidCaching(api)
    // Only the consent client may call across origins.
    allowOrigin(api, {
      origin: config.webOrigin,
      requestHeaders: 'authorization, content-type, dpop, if-match, if-none-match',
      // A device with a wrong clock dates its proofs by `date`.
      exposedHeaders: 'date, etag, retry-after',
    })
    const administration = createCoreAdministration(dependencies)
    await mountEach(api, { ...dependencies, administration }, MOUNTS)
  })
}
