import type { CoreConfig } from '../config.ts'
import { createLocalEvaluator } from './local-evaluator.ts'
import type { OpaqueEvaluator } from './opaque-evaluator.ts'
import { createRemoteEvaluator } from './remote-evaluator.ts'

/** Core's own setups, or the process that has them instead. */
export async function createOpaqueEvaluator({
  opaqueServerSetups,
  oprf,
}: Pick<CoreConfig, 'opaqueServerSetups' | 'oprf'>): Promise<OpaqueEvaluator> {
  return oprf ? createRemoteEvaluator(oprf) : createLocalEvaluator(opaqueServerSetups)
}
