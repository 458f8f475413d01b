import { SettingsCompared, type SettingsComparison } from '@countersign/contracts'
import { signKeyProof } from '@countersign/data-token'
import type { ReadinessCheck } from '@countersign/service/telemetry'
import { Compile } from 'typebox/compile'
import type { CoreConfig } from '../config.ts'
import { type EventLog, logSettingsDiffer } from '../events.ts'
import { type AskProvider, TransportFailure } from './transport.ts'

const shape = Compile(SettingsCompared)

/** The settings that a provider elsewhere has another value of. @throws TransportFailure if no provider answers */
export async function askForDifferences(config: CoreConfig, ask: AskProvider): Promise<readonly string[]> {
  const input: SettingsComparison = {
    base_url: config.issuer,
    web_origin: config.webOrigin,
    key_proof: signKeyProof(config.dataTokenKeys),
  }
  const { status, body } = await ask({ operation: 'compareSettings', input })
  if (status === 401) return ['INTERNAL_SERVICE_TOKEN']
  if (status === 200 && shape.Check(body)) return body.differing
  throw new TransportFailure('malformed', `Something else answers in place of the provider (status ${status}).`)
}

/** Whether a provider elsewhere answers and shares core's settings; its own readiness reports what it lacks. */
export function providerCheck(config: CoreConfig, ask: AskProvider, log: EventLog): ReadinessCheck {
  return {
    name: 'provider',
    check: async () => {
      const differing = await askForDifferences(config, ask)
      if (differing.length === 0) return
      const settings = differing.join(', ')
      logSettingsDiffer(log, { settings })
      throw new Error(`The provider has another ${settings}.`)
    },
  }
}
