import {
  type Environment,
  fileNameOf,
  findFile,
  findReadable,
  isSet,
  parseListenAddress,
  readRightsOfOthers,
  withMade,
} from '@countersign/service/settings'
import { readSecretsFile } from '../dev/development-secrets.ts'
import { isEveryAddress } from '../settings/addresses.ts'
import { dataDirectoryOf } from '../settings/database-settings.ts'
import { readBrandOfFile } from '../settings/process-settings.ts'
import { checkProductionRules } from '../settings/production-rules.ts'
import { defaultOf, findProblems, SETTINGS } from '../settings/server-settings.ts'
import { componentsOf, type Finding } from './finding.ts'
import { isPageApart } from './page.ts'

/** Settings that work and are accepted, but weak. */
const WEAKNESSES: Readonly<Record<string, (text: string | undefined, env: Environment) => string | false | undefined>> =
  {
    DYNAMIC_REGISTRATION: (mode) => mode === 'open' && 'is "open": anyone can register an app under any name.',
    DEVELOPER_REGISTRATION: (who) =>
      who === 'people' && 'is "people": everyone with an account can register apps under any name.',
    // `CORE_URL` means that the page is served apart from core.
    OPAQUE_SERVER_KEYS: (keys, env) =>
      keys === undefined &&
      isSet(env, 'CORE_URL') &&
      componentsOf(env).includes('web') &&
      'is not set: pages accept a core that answers under any setup. Name the key that countersign secrets printed.',
    DATA_TOKEN_SECRET: (secret) =>
      secret?.startsWith('{') === false &&
      'is a shared secret (HS256): every app that verifies data tokens with it can also forge them. Use a private JWK.',
    // Without it the service token, which core knows, seals the keys.
    KEY_ENCRYPTION_SECRET: (secret, env) =>
      secret === undefined &&
      componentsOf(env).includes('provider') &&
      'is not set: INTERNAL_SERVICE_TOKEN seals the signing keys too, and core knows that one.',
    // Metrics ask for no password.
    METRICS_ADDRESS: (address) =>
      address !== undefined &&
      isEveryAddress(parseListenAddress(address).host) &&
      'is open to every network of this machine: name 127.0.0.1, or the address in the network of your Prometheus.',
  }

/** Settings in force that are weak. For a process that runs: `serve` has refused the rest. */
export function inspectWeakSettings(env: Environment): Finding[] {
  return [...SETTINGS.keys()].flatMap((name) => {
    const weakness = weaknessOf(name, findReadable(env, name), env)
    return weakness === undefined ? [] : [{ name, value: '', source: 'environment', weakness }]
  })
}

/** Every setting with its weakness, or what `countersign serve` refuses; secrets last. */
export async function inspectSettings(env: Environment): Promise<Finding[]> {
  // With an address of its own it is no developer's machine: `countersign dev` made nothing for it.
  const isDevelopment = env['NODE_ENV'] !== 'production' && !isSet(env, 'BASE_URL')
  const made = isDevelopment ? textsOf(readSecretsFile(dataDirectoryOf(env))) : {}
  const refusals = await findRefusals(withMade(env, made))
  const brand = await readBrandOfFile(env)
  const settings = [...SETTINGS].toSorted(
    ([, one], [, other]) => Number(one.isSecret ?? 0) - Number(other.isSecret ?? 0),
  )
  return settings.map(([name, setting]) => {
    const text = findReadable(env, name) ?? ((setting.isSecret && !isSet(env, name) && made[name]) || undefined)
    const weakness = refusals.get(name) ?? weaknessOf(name, text, env)
    const mustMend = refusals.has(name) || undefined
    if (findFile(env, name) !== undefined) {
      const value = text === undefined ? 'not read' : 'set'
      return { name, value, source: fileNameOf(name), weakness, mustMend }
    }
    if (text === undefined && brand[name] !== undefined) {
      return { name, value: brand[name], source: 'APPS_FILE', weakness, mustMend }
    }
    if (text === undefined) {
      const value = defaultOf(setting)?.replaceAll('`', '') ?? 'not set'
      return { name, value, source: setting.isRequired ? 'none' : 'default', weakness, mustMend }
    }
    // A running `countersign dev` has made secrets in its environment.
    const source = text === made[name] ? 'secrets.json, for countersign dev only' : 'environment'
    return { name, value: setting.isSecret ? 'set' : text, source, weakness, mustMend }
  })
}

function weaknessOf(name: string, text: string | undefined, env: Environment): string | undefined {
  return (text !== undefined && weaknessOfFile(findFile(env, name))) || WEAKNESSES[name]?.(text, env) || undefined
}

function weaknessOfFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const { mayRead, mayWrite } = readRightsOfOthers(path)
  const readers = mayRead ? ['every user of this machine may read'] : []
  const writers = mayWrite ? ['users other than its owner may change'] : []
  const rights = [...readers, ...writers].join(' and ')
  return rights ? `is in a file that ${rights}: chmod 0600 ${path}, or 0440 for a group.` : undefined
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
