import { loaded } from '../failure.ts'
import type { DeviceContext } from './handlers.ts'
import type { LaterCalls } from './later-calls.ts'

type AnyCall = (input: unknown) => Promise<unknown>

/** The names, so that a call can be queued before its code is here. */
const LATER: Readonly<Record<keyof LaterCalls, true>> = {
  acceptCredentialOffer: true,
  acceptOlderVault: true,
  addPasskey: true,
  administer: true,
  changeLoginName: true,
  changePassword: true,
  checkNewPassword: true,
  checkReceipt: true,
  commitImport: true,
  confirmRecoveryKey: true,
  confirmVault: true,
  createAccount: true,
  deleteAccount: true,
  endOtherSessions: true,
  endSession: true,
  exportAccount: true,
  exportPlain: true,
  exportReadable: true,
  exportSealed: true,
  finishPasskeySignUp: true,
  finishVerification: true,
  listCredentialIssuers: true,
  listEvents: true,
  listGrants: true,
  listMethods: true,
  listOperatorClaims: true,
  listSessions: true,
  listVerifiableClaims: true,
  prepareRecoveryKey: true,
  previewPlainImport: true,
  previewSealedImport: true,
  putBackEntries: true,
  readActivity: true,
  readAppHistory: true,
  readCredentialOffer: true,
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
  revokeApp: true,
  rotateAccountKey: true,
  saveItems: true,
  saveProfile: true,
  setPassword: true,
  showRecoveryKey: true,
  startPasskeyAddition: true,
  startPasskeySignUp: true,
  startPasskeyStepUp: true,
  startVerification: true,
  stepUpByPasskey: true,
  stepUpByPassword: true,
}

/** Calls whose code is loaded with the first of them, or before by `prefetch`. A failure to load is retried. */
export function createLazyCalls(context: DeviceContext) {
  let loading: Promise<LaterCalls> | undefined

  async function load(): Promise<LaterCalls> {
    loading ??= loaded(import('./later-calls.ts')).then(({ createLaterCalls }) => createLaterCalls(context))
    try {
      return await loading
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  const call = (name: keyof LaterCalls) => async (input: unknown) => ((await load())[name] as AnyCall)(input)
  const calls = Object.keys(LATER).map((name) => [name, call(name as keyof LaterCalls)])
  return {
    calls: Object.fromEntries(calls) as LaterCalls,
    prefetch: () => void load().catch(() => undefined),
  }
}
