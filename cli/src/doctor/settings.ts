import { type Environment, findText, parseListenAddress, type Setting } from '@countersign/service/settings'
import { readSecretsFile } from '../dev/development-secrets.ts'
import { isEveryAddress } from '../settings/addresses.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'
import { checkProductionRules } from '../settings/production-rules.ts'
import { defaultOf, findProblems, SETTINGS } from '../settings/server-settings.ts'
import { componentsOf, type Finding } from './finding.ts'
import { isPageApart } from './page.ts'

/** Settings that work and are accepted, but weak. */
const WEAKNESSES: Readonly<Record<string, (text: string | undefined, env: Environment) => string | undefined>> = {
  DYNAMIC_REGISTRATION: weaknessOfRegistration,
  DEVELOPER_REGISTRATION: weaknessOfDevelopers,
  OPAQUE_SERVER_KEYS: weaknessOfOpaqueServerKeys,
  DATA_TOKEN_SECRET: weaknessOfDataTokenSecret,
  KEY_ENCRYPTION_SECRET: weaknessOfKeyEncryptionSecret,
  METRICS_ADDRESS: weaknessOfMetricsAddress,
}

/** Every setting with its weakness, or what `countersign serve` refuses; secrets last. */
export async function inspectSettings(env: Environment): Promise<Finding[]> {
  const made = env['NODE_ENV'] === 'production' ? {} : textsOf(readSecretsFile(dataDirectoryOf(env)))
  const refusals = await findRefusals({ ...made, ...env })
  const settings = [...SETTINGS].toSorted(
    ([, one], [, other]) => Number(one.isSecret ?? 0) - Number(other.isSecret ?? 0),
  )
  return settings.map(([name, setting]) => {
    const text = findText(env, name) ?? (setting.isSecret && made[name])
    const weakness = refusals.get(name) ?? WEAKNESSES[name]?.(text, env)
    // A developer's machine has made-up secrets and serves no strangers.
    const mustMend = (refusals.has(name) && Object.keys(made).length === 0) || undefined
    if (text === undefined) {
      return { name, value: shownDefaultOf(setting), source: sourceOfDefault(setting), weakness, mustMend }
    }
    // A running `countersign dev` has made secrets in its environment.
    const source = text === made[name] ? 'secrets.json, for countersign dev only' : 'environment'
    return { name, value: setting.isSecret ? 'set' : text, source, weakness, mustMend }
  })
}

function shownDefaultOf(setting: Setting): string {
  return defaultOf(setting)?.replaceAll('`', '') ?? 'not set'
}

function sourceOfDefault({ isRequired }: Setting): string {
  return isRequired ? 'none' : 'default'
}

/**
 * Asks the same code as `countersign serve` for broken rules, by setting. A core whose page is elsewhere skips the rules
 * for a page beside core.
 */
async function findRefusals(env: Environment): Promise<ReadonlyMap<string, string>> {
  const refusals = new Map<string, string>()
  const components = componentsOf(env)
  const served = isPageApart(env) ? components.filter((name) => name !== 'web') : components
  const rules = () => checkProductionRules(env, served)
  for (const problem of await findProblems({ env, components, rules })) {
    const [name = '', ...words] = problem.split(' ')
    const rule = words.join(' ')
    const others = refusals.get(name)
    refusals.set(name, others ? `${others} It ${rule}` : rule)
  }
  return refusals
}

function textsOf(made: ReturnType<typeof readSecretsFile>): Readonly<Record<string, string>> {
  const texts = Object.entries(made ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return Object.fromEntries(texts)
}

function weaknessOfRegistration(mode: string | undefined): string | undefined {
  return mode === 'open' ? 'is "open": anyone can register an app under any name.' : undefined
}

function weaknessOfDevelopers(who: string | undefined): string | undefined {
  return who === 'people' ? 'is "people": whoever has an account can register apps under any name.' : undefined
}

function weaknessOfDataTokenSecret(secret: string | undefined): string | undefined {
  if (secret === undefined || secret.startsWith('{')) return undefined
  return 'is a shared secret (HS256): whoever can verify a data token with it can also forge one. Use a private JWK.'
}

/** `CORE_URL` means that the page is served apart from core. */
function weaknessOfOpaqueServerKeys(keys: string | undefined, env: Environment): string | undefined {
  if (keys !== undefined || findText(env, 'CORE_URL') === undefined || !componentsOf(env).includes('web'))
    return undefined
  return 'is not set: pages accept a core that answers under any setup. Name the key that countersign secrets printed.'
}

/** Metrics ask for no password. */
function weaknessOfMetricsAddress(address: string | undefined): string | undefined {
  if (address === undefined || !isEveryAddress(parseListenAddress(address).host)) return undefined
  return 'is open to every network of this machine: name 127.0.0.1, or the address in the network of your Prometheus.'
}

/** Without it the service token, which core knows, seals the keys. */
function weaknessOfKeyEncryptionSecret(secret: string | undefined, env: Environment): string | undefined {
  if (secret !== undefined || !componentsOf(env).includes('provider')) return undefined
  return 'is not set: INTERNAL_SERVICE_TOKEN seals the signing keys too, and core knows that one.'
}
