import { readPageConfig } from '@countersign/web/client/page-config.ts'

/** A service whose client this extension opens. */
export type Service = {
  readonly origin: string
  /** Whether the browser is led here. */
  readonly isOn: boolean
  /** Its configuration as the user confirmed it, in the form of the wire; `core_url` is absolute. */
  readonly config: WireConfig
  /** The identity that the user declined last. */
  readonly declined?: string
}

/** `/page-config.json`, read when it is used. It outlives releases: a new field needs a default in `readPageConfig`. */
export type WireConfig = Readonly<Record<string, unknown>>

const KEY = 'services'

export async function readServices(): Promise<readonly Service[]> {
  const { [KEY]: stored } = await chrome.storage.local.get<Record<string, unknown>>(KEY)
  return Array.isArray(stored) ? stored.filter(isService) : []
}

export async function findService(origin: string | undefined): Promise<Service | undefined> {
  return (await readServices()).find((service) => service.origin === origin)
}

/** Adds a service, or replaces the one at its origin. */
export async function keepService(service: Service): Promise<void> {
  const others = (await readServices()).filter(({ origin }) => origin !== service.origin)
  const all = [...others, service].toSorted((one, other) => one.origin.localeCompare(other.origin))
  await chrome.storage.local.set({ [KEY]: all })
}

/** Forgets a service with everything that this extension stores for it. */
export async function forgetService(origin: string): Promise<void> {
  await chrome.storage.local.set({ [KEY]: (await readServices()).filter((service) => service.origin !== origin) })
  for (const name of Object.keys(localStorage)) if (name.endsWith(` ${origin}`)) localStorage.removeItem(name)
  indexedDB.deleteDatabase(storageNameOf('countersign', origin))
}

/** The extension's storage is shared by all services. */
export function storageNameOf(name: string, origin: string): string {
  return `${name} ${origin}`
}

/** The parts of a configuration that decide where data goes and which keys are trusted; the rest is looks. */
export function identityOf(config: WireConfig) {
  const { issuer, coreUrl, opaqueServerKeys, credentialIssuers, brand } = readPageConfig(config)
  return { name: brand.name, issuer, coreUrl, opaqueServerKeys, credentialIssuers }
}

export type Identity = ReturnType<typeof identityOf>

function isService(value: unknown): value is Service {
  if (typeof value !== 'object' || value === null || !('origin' in value && 'isOn' in value && 'config' in value))
    return false
  return typeof value.origin === 'string' && typeof value.isOn === 'boolean' && typeof value.config === 'object'
}
