import { createMemorySessions, createMemoryStorage, type SessionStorage } from '@countersign/device'
import { keepFirstRecoveryKey, newDevice, signUp } from '@countersign/testing'
import type { LyingCore } from '../support/lying-core.ts'

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
