import { PAGE_CONFIG_PATH } from '@countersign/contracts/page-config'

/** Where the client runs: at the service's own address, or in the browser extension in its place. */
export type Place = {
  /** The user's address at the service. */
  readonly address: () => string
  /** The browser's address for an address at the service. */
  readonly browserAddressOf: (address: string) => string
  /** A name in the browser's storage: the extension's is shared by all services. */
  readonly storedAs: (name: string) => string
  /** The service's configuration, unread. */
  readonly loadConfig: () => Promise<unknown>
}

let place: Place = {
  address: () => location.href,
  browserAddressOf: (address) => address,
  storedAs: (name) => name,
  loadConfig: async () => (await fetch(PAGE_CONFIG_PATH)).json(),
}

/** Called before anything is shown. */
export function runAt(other: Place): void {
  place = other
}

/** The user's address at the service. */
export function here(): URL {
  return new URL(place.address())
}

export const browserAddressOf = (address: string) => place.browserAddressOf(address)
export const storedAs = (name: string) => place.storedAs(name)
/** The IndexedDB that keeps this browser's session. */
export const SESSION_DATABASE = 'countersign'
export const sessionDatabase = () => storedAs(SESSION_DATABASE)
export const loadConfig = () => place.loadConfig()

/** Whether the files came with an extension, which the browser has checked. True in its worker too. */
export function isPackaged(): boolean {
  return !location.protocol.startsWith('http')
}
