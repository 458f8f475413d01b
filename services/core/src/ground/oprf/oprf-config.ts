import { type Environment, readSettings, type Settings } from '@countersign/service/settings'
import { CORE_SETTINGS } from '../config.ts'

const { OPAQUE_SERVER_SETUP, OPRF_TOKEN } = CORE_SETTINGS

/** What the process reads that evaluates for core. */
const OPRF_SETTINGS = {
  OPAQUE_SERVER_SETUP: { ...OPAQUE_SERVER_SETUP, isRequired: true },
  OPRF_TOKEN: { ...OPRF_TOKEN, isRequired: true },
} satisfies Settings

export type OprfConfig = Readonly<Awaited<ReturnType<typeof readOprfConfig>>>

/** @throws SettingsError */
export async function readOprfConfig(env: Environment) {
  const settings = await readSettings(env, OPRF_SETTINGS)
  return {
    opaqueServerSetups: settings.OPAQUE_SERVER_SETUP,
    /** All that are accepted; core sends the first of its own. */
    tokens: settings.OPRF_TOKEN,
  }
}
