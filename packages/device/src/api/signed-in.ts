import { fieldsOf, readFlag, readText, texts } from '../read.ts'

/** Core's answer to a sign-in. The scope follows from the sign-in method, and the vault has its own endpoint. */
export type SignedInAnswer = {
  readonly token: string
  readonly userId: string
  /** ISO 8601: when the session began, if core says that it is bound to the key of this device. */
  readonly boundSince: string | undefined
  readonly deviceToken: string | undefined
  /** The password was registered under server secrets that are being replaced: its owner confirms it anew. */
  readonly needsNewPasswordRecord: boolean
}

const readFields = fieldsOf(texts('session_token', 'user_id'), {
  is_bound: readFlag,
  session: fieldsOf(texts('created_at')),
  device_token: readText,
  needs_new_password_record: readFlag,
})

export function readSignedIn(value: unknown): SignedInAnswer {
  const { session_token, user_id, is_bound, session, device_token, needs_new_password_record } = readFields(value)
  return {
    token: session_token,
    userId: user_id,
    boundSince: is_bound === true ? session?.created_at : undefined,
    deviceToken: device_token,
    needsNewPasswordRecord: needs_new_password_record === true,
  }
}
