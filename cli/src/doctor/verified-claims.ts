import { listClients } from '@countersign/provider'
import { findText } from '@countersign/service/settings'
import type { CommandContext } from '../command-context.ts'
import type { Finding } from './finding.ts'

const SENDERS = [
  ['email', 'SMTP_URL'],
  ['phone', 'PHONE_SENDER_URL'],
] as const

/**
 * Apps that take a claim only verified, where core has nobody to send a code by. Says nothing where there is no core: what
 * one elsewhere sends by cannot be seen from here.
 */
export async function inspectVerifiedClaims({ env, withDatabase }: CommandContext): Promise<Finding[]> {
  if (findText(env, 'LOGIN_INDEX_KEY') === undefined) return []
  // Of a database that is away or not migrated the other findings tell.
  const clients = await withDatabase(({ sql }) => listClients(sql)).catch(() => [])
  return SENDERS.flatMap(([claim, setting]) => {
    const count = clients.filter(({ verifiedClaimsRequired }) => verifiedClaimsRequired.includes(claim)).length
    if (count === 0 || findText(env, setting) !== undefined) return []
    const weakness = `is taken only verified, and ${setting} is not set: nobody can approve it for those apps.`
    return [{ name: claim, value: `apps that take it only verified: ${count}`, source: 'database', weakness }]
  })
}
