import { PAGE_CONFIG_PATH, type PageConfig, readPageConfig } from '@countersign/contracts/page-config'
import { askForDifferences, askOver, httpTransport, publicKeyOf, readCoreConfig } from '@countersign/core'
import { type Environment, findReadable, isSet, SIGN_UPS, splitList } from '@countersign/service/settings'
import { componentsOf, type Finding } from './finding.ts'
import { originOf } from './page.ts'

const TIMEOUT_MS = 3_000

/** Asks the parts that run elsewhere whether they answer, and whether they have the same settings. */
export async function inspectPeers(env: Environment): Promise<Finding[]> {
  const components = componentsOf(env)
  const has = (name: (typeof components)[number]) => components.includes(name)
  const [isCoreAlone, isPageAlone] = [has('core') && !has('provider'), has('web') && !has('core')]
  const found = await Promise.all([
    isCoreAlone ? inspectProvider(env) : [],
    isPageAlone ? inspectCore(env) : [],
    !isPageAlone && isSet(env, 'WEB_URL') ? inspectPage(env) : [],
  ])
  return found.flat()
}

async function inspectProvider(env: Environment): Promise<Finding[]> {
  // Other findings report unreadable settings.
  const config = await readCoreConfig(env).catch(() => undefined)
  if (!config) return []
  const { providerUrl: baseUrl, serviceToken, providerTimeoutSeconds: timeoutSeconds } = config
  const finding = { name: 'provider', value: baseUrl, source: 'PROVIDER_URL' }
  try {
    const differing = await askForDifferences(config, askOver(httpTransport({ baseUrl, serviceToken, timeoutSeconds })))
    return [finding, ...differing.map((name) => another(name, 'the provider', baseUrl))]
  } catch {
    const weakness = `does not answer at ${baseUrl}: start it, or mend PROVIDER_URL.`
    return [{ ...finding, weakness, mustMend: true }]
  }
}

/** Devices reach core at its public address, which this machine may not. */
async function inspectCore(env: Environment): Promise<Finding[]> {
  const coreUrl = findReadable(env, 'CORE_URL') ?? ''
  const finding = { name: 'core', value: coreUrl, source: 'CORE_URL' }
  if (!URL.canParse(coreUrl)) return []
  if ((await readJson(new URL('/health/live', coreUrl))) !== undefined) return [finding]
  return [{ ...finding, weakness: `does not answer at ${coreUrl}: start it, or mend CORE_URL.` }]
}

/** Compares what the page tells devices. */
async function inspectPage(env: Environment): Promise<Finding[]> {
  const page = findReadable(env, 'WEB_URL') ?? ''
  if (!URL.canParse(page)) return []
  const source = new URL(PAGE_CONFIG_PATH, page).href
  const told = readTold(await readJson(new URL(source)))
  const finding = { name: 'page at WEB_URL', source }
  if (!told)
    return [{ ...finding, value: 'no answer', weakness: `does not answer at ${page}: start it, or mend WEB_URL.` }]
  const isCore = isSet(env, 'LOGIN_INDEX_KEY')
  return [
    { ...finding, value: 'answers' },
    ...(originOf(told.issuer) === originOf(findReadable(env, 'BASE_URL'))
      ? []
      : [another('BASE_URL', 'the page', source)]),
    ...(isCore ? [describeCoreAddress(env, told, { page, source })] : []),
    ...(isCore && (findReadable(env, 'SIGN_UPS') ?? SIGN_UPS.default) !== told.signUps
      ? [another('SIGN_UPS', 'the page', source)]
      : []),
    ...(isCore &&
    splitList(findReadable(env, 'CREDENTIAL_ISSUERS') ?? '').join(' ') !== told.credentialIssuers.join(' ')
      ? [another('CREDENTIAL_ISSUERS', 'the page', source)]
      : []),
    ...((await isKeyAccepted(env, told)) ? [] : [another('OPAQUE_SERVER_KEYS', 'the page', source)]),
  ]
}

/** A device proves its key for the address that it calls, so sign-ins at another one fail. */
function describeCoreAddress(
  env: Environment,
  { coreUrl }: PageConfig,
  { page, source }: { readonly page: string; readonly source: string },
): Finding {
  const addresses = [findReadable(env, 'CORE_URL') ?? findReadable(env, 'BASE_URL'), page].map(originOf)
  const value = originOf(coreUrl === '' ? page : coreUrl) ?? coreUrl
  const finding = { name: 'address of core', value, source }
  if (addresses.includes(value)) return finding
  const weakness = `is ${value} for the page, which core is not set up for: sign-in fails. Set CORE_URL of core to it.`
  return { ...finding, weakness, mustMend: true }
}

/** Whether pages accept the setup under which core registers passwords. One in another process is not known here. */
async function isKeyAccepted(env: Environment, { opaqueServerKeys }: PageConfig): Promise<boolean> {
  const [setup] = splitList(findReadable(env, 'OPAQUE_SERVER_SETUP'))
  if (setup === undefined || opaqueServerKeys.length === 0) return true
  // Another finding reports a setup that cannot be read.
  const key = await publicKeyOf(setup).catch(() => undefined)
  return key === undefined || opaqueServerKeys.includes(key)
}

function another(name: string, where: string, source: string): Finding {
  const weakness = `is another at ${where}: give both the same, and restart them.`
  return { name, value: 'not the same', source, weakness, mustMend: true }
}

function readTold(json: unknown): PageConfig | undefined {
  try {
    return readPageConfig(json)
  } catch {
    return undefined
  }
}

async function readJson(address: URL): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
