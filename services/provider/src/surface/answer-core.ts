import { type AnswerCore, INTERNAL_ENDPOINTS, type InternalCall } from '@countersign/contracts'
import { DatabaseUnavailable, ServiceError } from '@countersign/service/errors'
import type { Logger } from '@countersign/service/telemetry'
import type { EventSource } from '../ground/events.ts'
import { noteRefusal, onBehalf } from '../ground/http/internal-endpoint.ts'
import { type CoreAnswering, INTERNAL_OPERATIONS } from './internal-operations.ts'

type Decider = Pick<EventSource, 'server'> & { readonly log: Pick<Logger, 'info' | 'warn' | 'error'> }

/** Answers core in the same process like the internal routes: refusals are audited and bugs logged in the same way. */
export function createAnswerCore(needs: CoreAnswering, { log, server }: Decider): AnswerCore {
  return async (call) => {
    const { operation, input, network } = call
    const source = onBehalf({ log, server }, network)
    try {
      return { status: 200, body: await INTERNAL_OPERATIONS[operation].run(input, { needs, source }) }
    } catch (error) {
      if (error instanceof ServiceError) {
        noteRefusal(source, error, decisionOf(call))
        return { status: error.status, body: error.toBody() }
      }
      if (error instanceof DatabaseUnavailable) return { status: 503, body: undefined }
      log.error({ event: 'error', err: error }, 'request failed')
      return { status: 500, body: undefined }
    }
  }
}

function decisionOf({ operation, input }: InternalCall): object | undefined {
  return INTERNAL_ENDPOINTS[operation].method === 'POST' ? input : undefined
}
