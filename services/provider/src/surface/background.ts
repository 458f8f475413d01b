import { addCountsTo, startSharingLimits } from '@countersign/service/limits'
import { type Listen, sqlText, startCleaning } from '@countersign/service/sql'
import { type Logger, repeat } from '@countersign/service/telemetry'
import { noteSecretUse } from '../clients/client-secret.store.ts'
import { createEventDelivery } from '../flow/notices/deliver-events.ts'
import type { NoticeDelivery } from '../flow/notices/deliver-notices.ts'
import type { AuditTrail } from '../ground/audit/audit-trail.ts'
import type { EventReceiver } from '../ground/audit/event-settings.ts'
import { measureWaitingEvents } from '../ground/audit/waiting-events.ts'
import { CHANGES_CHANNEL, KEYS_CHANGED } from '../ground/changes.store.ts'
import { logBackgroundTaskFailed } from '../ground/events.ts'
import { providerName } from '../ground/running-providers.store.ts'
import { cleaningSteps } from './cleaning.store.ts'
import type { ProviderDependencies } from './dependencies.ts'

type BackgroundParts = ProviderDependencies & {
  readonly isShared: boolean
  readonly auditTrail: AuditTrail
  readonly notices: NoticeDelivery
  readonly listen: Listen
  readonly log: Pick<Logger, 'info' | 'warn'>
}

const AUDIT_PAUSE_MS = 1_000
const USE_PAUSE_MS = 5_000
const ERASURE_PAUSE_MS = 5_000
/** For retries and other processes' notices; this process's own are sent at once. */
const NOTICE_PAUSE_MS = 5_000
const EVENT_PAUSE_MS = 1_000
const MEASURE_PAUSE_MS = 30_000

/** Starts the provider's background tasks. The returned function stops them and writes buffered data. */
export function startBackgroundTasks(parts: BackgroundParts): () => Promise<void> {
  const { sql, config, clients, scopes, keys, auditTrail, erasure, notices, listen, log } = parts
  const warnOf = (task: string) => (error: unknown) => logBackgroundTaskFailed({ log }, { task, error })
  const writeSecretUse = async (): Promise<void> => {
    const used = clients.takeUsedSecrets()
    if (used.length > 0) await noteSecretUse(sql, used)
  }
  const writeDocumentUse = () => clients.writeUse()
  const writeAudit = () => auditTrail.flush()
  const [tokenSecret = ''] = config.tokenSecrets
  const stopListening = listen(CHANGES_CHANNEL, {
    name: providerName(tokenSecret),
    onNotification: (changed) => {
      if (changed === KEYS_CHANGED) keys.forget()
      else if (changed === '') scopes.forget()
      else clients.forget(changed)
    },
    onConnected: () => {
      clients.forgetAll()
      scopes.forget()
      keys.forget()
    },
  })
  const events = config.events && startEventDelivery(parts, config.events)
  const tasks = [
    repeat({ pauseMs: AUDIT_PAUSE_MS, work: writeAudit, onError: warnOf('audit') }),
    repeat({ pauseMs: USE_PAUSE_MS, work: writeSecretUse, onError: warnOf('secret_use') }),
    repeat({ pauseMs: USE_PAUSE_MS, work: writeDocumentUse, onError: warnOf('document_use') }),
    repeat({ pauseMs: ERASURE_PAUSE_MS, work: () => erasure.repeat(), onError: warnOf('erasure') }),
    repeat({ pauseMs: NOTICE_PAUSE_MS, work: () => notices.deliverDue(), onError: warnOf('notices') }),
    ...(events?.tasks ?? []),
    ...(parts.isShared ? [shareLimits(parts, warnOf('rate_limits'))] : []),
    startCleaning({
      component: 'provider',
      sql,
      steps: cleaningSteps(config.retention),
      onCleaned: (removed) => log.info({ event: 'cleaned', ...removed }),
      onError: warnOf('cleaning'),
    }),
  ]
  return async (): Promise<void> => {
    await Promise.all([stopListening(), ...tasks.map((task) => task.stop())])
    await Promise.all([notices.stop(), events?.stop()])
    await writeSecretUse().catch(warnOf('secret_use'))
    await writeDocumentUse().catch(warnOf('document_use'))
    await writeAudit().catch(warnOf('audit'))
    await erasure.repeat().catch(warnOf('erasure'))
  }
}

function startEventDelivery(parts: BackgroundParts, receiver: EventReceiver) {
  const events = createEventDelivery({ ...parts, receiver })
  const onError = (error: unknown) => logBackgroundTaskFailed(parts, { task: 'events', error })
  const tasks = [
    repeat({ pauseMs: EVENT_PAUSE_MS, work: () => events.deliverDue(), onError }),
    repeat({ pauseMs: MEASURE_PAUSE_MS, work: () => measureWaitingEvents(parts.sql), onError }),
  ]
  return { tasks, stop: () => events.stop() }
}

function shareLimits({ sql, config, limiters }: BackgroundParts, onError: (error: unknown) => void) {
  const { events: _ofThisLog, ...shared } = limiters
  const [secret = ''] = config.serviceTokens
  return startSharingLimits({ limiters: shared, secret, add: addCountsTo(sql, sqlText`provider.rate_limits`) }, onError)
}
