import { createMemorySessions, createMemoryStorage, type Device, type SessionStorage } from '@countersign/device'
import { codeOf, keepFirstRecoveryKey, newDevice, type Person, signInByPasskey, signUp } from '@countersign/testing'
import { callsSince, type LyingCore } from '../support/lying-core.ts'

/** The storage of a browser, and a page in it. */
export function newBrowser(core: LyingCore, sessions: SessionStorage = createMemorySessions()) {
  const kept = { storage: createMemoryStorage(), sessions }
  return { ...kept, openPage: () => newDevice(core, kept) }
}

export async function signUpInBrowser(core: LyingCore, browser = newBrowser(core)) {
  return { browser, person: await signUp(core, browser) }
}

export async function signUpByPassword(core: LyingCore, login: string, browser = newBrowser(core)) {
  const device = browser.openPage()
  await device.createAccount({ login, password: 'violet kettle sleeps in orbit' })
  return { browser, device, ...(await keepFirstRecoveryKey(device)) }
}

/** A new device with the same vault open. */
export async function openAnother(core: LyingCore, { passkey }: Pick<Person, 'passkey'>): Promise<Device> {
  const device = newDevice(core)
  await signInByPasskey(device, passkey)
  return device
}

/** The failure code of a device's call, then the calls of core that it made. */
export async function outcomeOf(core: LyingCore, work: Promise<unknown>): Promise<readonly string[]> {
  const before = core.seen.length
  return [await codeOf(work), ...callsSince(core, before)]
}

/** Imports a file as an owner does: by a preview, then a commit. */
export async function importInto(device: Device, text: string) {
  await device.previewPlainImport({ text })
  return device.commitImport({})
}

/** A request as core shows it before a sign-in. */
export async function previewOf({ url }: LyingCore, id: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${url}/api/requests/${id}/preview/`)).json()) as Record<string, unknown>
}
