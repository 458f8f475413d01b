import { loaded } from '../failure.ts'
import type { ConsentCalls } from './consent-calls.ts'
import type { LaterCalls } from './later-calls.ts'

type Names<Calls> = Readonly<Record<keyof Calls, true>>
type AnyCall = (input: unknown) => Promise<unknown>

/** Listed, so that a call can be queued before its code is here. */
export const CONSENT_CALLS: Names<ConsentCalls> = {
  answerSilently: true,
  approve: true,
  approveQuickly: true,
  checkApp: true,
  deny: true,
  denyLocked: true,
  findDeviceRequest: true,
  giveBackRequest: true,
  readRequest: true,
}

export const LATER_CALLS: Names<LaterCalls> = {
  acceptCredentialOffer: true,
  acceptOlderVault: true,
  addPasskey: true,
  administer: true,
  changeLoginName: true,
  changeNextChoice: true,
  changePassword: true,
  checkInvitation: true,
  checkNewPassword: true,
  checkReceipt: true,
  commitImport: true,
  confirmRecoveryKey: true,
  confirmVault: true,
  createAccount: true,
  deleteAccount: true,
  dismissNotices: true,
  endOtherSessions: true,
  endSecurityContact: true,
  endSession: true,
  exportAccount: true,
  exportPlain: true,
  exportReadable: true,
  exportSealed: true,
  finishPasskeySignUp: true,
  finishSecurityContact: true,
  finishVerification: true,
  leaveForIssuer: true,
  listCredentialIssuers: true,
  listEvents: true,
  listGrants: true,
  listMethods: true,
  listOperatorClaims: true,
  listSessions: true,
  listUpdates: true,
  listVerifiableClaims: true,
  prepareRecoveryKey: true,
  previewPlainImport: true,
  previewSealedImport: true,
  putBackEntries: true,
  readActivity: true,
  readAppHistory: true,
  readCredentialOffer: true,
  readCredentialStatuses: true,
  readNotices: true,
  readSecurityContact: true,
  receipt: true,
  recoverByPasskey: true,
  recoverByPassword: true,
  refresh: true,
  removeCredential: true,
  removeMethod: true,
  renameMethod: true,
  renewPassword: true,
  replaceRecoveryKey: true,
  resolveConflict: true,
  returnFromIssuer: true,
  revokeApp: true,
  rotateAccountKey: true,
  saveItems: true,
  saveProfile: true,
  sendUpdates: true,
  setPassword: true,
  showRecoveryKey: true,
  startPasskeyAddition: true,
  startPasskeySignUp: true,
  startPasskeyStepUp: true,
  startSecurityContact: true,
  startVerification: true,
  stepUpByPasskey: true,
  stepUpByPassword: true,
  stopUpdates: true,
}

/** Calls whose code is loaded with the first of them, or before by `prefetch`. A failure to load is retried. */
export function createLazyCalls<Calls extends object>(names: Names<Calls>, load: () => Promise<Calls>) {
  let loading: Promise<Calls> | undefined

  async function get(): Promise<Calls> {
    loading ??= loaded(load())
    try {
      return await loading
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  const call = (name: keyof Calls) => async (input: unknown) => ((await get())[name] as AnyCall)(input)
  const calls = Object.keys(names).map((name) => [name, call(name as keyof Calls)])
  return {
    calls: Object.fromEntries(calls) as Calls,
    prefetch: () => void get().catch(() => undefined),
  }
}
