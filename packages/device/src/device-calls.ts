import type { AccountCalls } from './calls/account-calls.ts'
import type { AdministrationCalls } from './calls/administration-calls.ts'
import type { ConsentCalls } from './calls/consent-calls.ts'
import type { CredentialCalls } from './calls/credential-calls.ts'
import type { EntryCalls } from './calls/entry-calls.ts'
import type { KeptSessionCalls } from './calls/kept-session-calls.ts'
import type { MethodCalls } from './calls/method-calls.ts'
import type { RecoveryCalls } from './calls/recovery-calls.ts'
import type { SignInCalls, SignUpCalls } from './calls/sign-in-calls.ts'
import type { VerificationCalls } from './calls/verification-calls.ts'

type AllCalls = SignInCalls &
  SignUpCalls &
  KeptSessionCalls &
  EntryCalls &
  ConsentCalls &
  VerificationCalls &
  CredentialCalls &
  AccountCalls &
  MethodCalls &
  RecoveryCalls &
  AdministrationCalls

/** Everything that a page can ask of a device: the input and output of each call. */
export type DeviceCalls = { [Name in keyof AllCalls]: AllCalls[Name] }

export type CallName = keyof DeviceCalls
export type CallInput<Name extends CallName> = DeviceCalls[Name]['input']
export type CallOutput<Name extends CallName> = DeviceCalls[Name]['output']
