import type { SignInErrorCode } from '@countersign/sdk'

type Failure = readonly [title: string, explanation: string]

export const TRY_AGAIN: Failure = ['That did not work', 'The sign-in could not be finished, so nothing was shared.']
const BEGIN_AGAIN: Failure = [
  'Please begin again',
  'This sign-in was begun in another browser, or too long ago. Nothing was shared.',
]
const BROKEN: Failure = [
  'This app is not set up right',
  'Countersign doesn’t accept this app. Nothing was shared. Its operator finds the reason in its settings.',
]

export const FAILURES: Readonly<Partial<Record<SignInErrorCode | 'not_found' | 'bug', Failure>>> = {
  access_denied: ['You said no, and that’s fine', 'Nothing was shared. You can sign in whenever you like.'],
  request_expired: ['That took too long', 'Your approval was open for a few minutes only. Nothing was shared.'],
  lost_session: BEGIN_AGAIN,
  state_mismatch: BEGIN_AGAIN,
  invalid_grant: ['That took too long', 'The approval has expired. Nothing was shared.'],
  token_expired: ['That took too long', 'The approval has expired. Nothing was shared.'],
  unreachable: ['Countersign can’t be reached', 'Please try again in a moment. Nothing was shared.'],
  invalid_client: BROKEN,
  plain_claims: BROKEN,
  unknown_claims_key: BROKEN,
  refused: BROKEN,
  not_found: ['There’s nothing here', 'This address leads nowhere.'],
  bug: ['Something went wrong on our side', 'Please try again.'],
}
