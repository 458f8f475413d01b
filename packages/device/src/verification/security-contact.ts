import type { MessageLanguage, SecurityContact } from '@countersign/contracts'
import { normaliseClaims } from '../claims/check-claim.ts'
import { type Changing, currentSession, stepOf, type Writing } from '../session/state.ts'

const CHANGE = { act: 'change_security_contact' } as const

/** Sends a code to the address. @throws ClientError `malformed_claim` */
export async function startSecurityContact(
  context: Writing,
  { email, language }: { readonly email: string; readonly language: MessageLanguage },
): Promise<void> {
  context.state.steps.securityContact = undefined
  const { email: value = email } = await normaliseClaims({ email }, new Date(context.clock.now()))
  const { token } = currentSession(context)
  const { verification_id } = await context.api.startVerification(token, { claim: 'email', value, language })
  context.state.steps.securityContact = { verification_id, email: value, language }
}

/** Needs a gesture. Core then knows the address, and keeps it for mail about changes of the account. */
export async function finishSecurityContact(context: Changing, code: string): Promise<SecurityContact> {
  const sent = stepOf(context.state, 'securityContact')
  const { token } = currentSession(context)
  const { api } = context
  const contact = await context.unlockSecret.spend(CHANGE, () => api.changeSecurityContact(token, { ...sent, code }))
  context.state.steps.securityContact = undefined
  return contact
}

/** Needs a gesture. */
export async function endSecurityContact(context: Changing): Promise<SecurityContact> {
  const { token } = currentSession(context)
  return context.unlockSecret.spend(CHANGE, () => context.api.endSecurityContact(token))
}
