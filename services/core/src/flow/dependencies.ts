import type { AccountDependencies } from '../accounts/dependencies.ts'
import type { CodeSenders } from '../ground/sending/create-senders.ts'
import type { VerificationLimits } from './claim-verifications/verification-limits.ts'

export type FlowDependencies = Pick<
  AccountDependencies,
  'sql' | 'config' | 'provider' | 'logger' | 'now' | 'guard' | 'networkLimits' | 'securityMailer'
> & {
  readonly verificationLimits: VerificationLimits
  readonly senders: CodeSenders
}
