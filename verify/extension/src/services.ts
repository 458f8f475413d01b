import { readPageConfig } from '@countersign/contracts/page-config'
import { SESSION_DATABASE } from '@countersign/ui/place.ts'

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
  await changeServices((all) => [...without(all, service.origin), service])
}

/** Switches a service on or off, if it is there. */
export async function switchService(origin: string, isOn: boolean): Promise<void> {
  await changeServices((all) => all.map((service) => (service.origin === origin ? { ...service, isOn } : service)))
}

/** Forgets a service with everything that this extension stores for it. */
export async function forgetService(origin: string): Promise<void> {
  await changeServices((all) => without(all, origin))
  // By what names end with, so that those of older releases go too.
  const end = storageNameOf('', origin)
  for (const name of Object.keys(localStorage)) if (name.endsWith(end)) localStorage.removeItem(name)
  indexedDB.deleteDatabase(storageNameOf(SESSION_DATABASE, origin))
}

/** Storage has no transactions: two pages that each read and write would lose one of their changes. */
async function changeServices(change: (all: readonly Service[]) => readonly Service[]): Promise<void> {
  await navigator.locks.request(KEY, async () => {
    const all = change(await readServices()).toSorted((one, other) => one.origin.localeCompare(other.origin))
    await chrome.storage.local.set({ [KEY]: all })
  })
}

function without(all: readonly Service[], origin: string): readonly Service[] {
  return all.filter((service) => service.origin !== origin)
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
  if (!isObject(value)) return false
  const { origin, isOn, config, declined = '' } = value
  // Its content is read when it is used: a kept service is not lost for a configuration that this release cannot read.
  return typeof origin === 'string' && typeof isOn === 'boolean' && isObject(config) && typeof declined === 'string'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
