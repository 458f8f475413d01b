import { registerClient } from '@countersign/provider'
import type { SqlPool } from '@countersign/service/sql'
import { CALLBACK_URI } from './flow.ts'

/** The app that everybody under load signs in to. */
export async function registerBenchApp(
  sql: SqlPool,
): Promise<{ readonly clientId: string; readonly clientSecret: string }> {
  const { clientId, clientSecret = '' } = await registerClient(sql, {
    name: 'Bench',
    redirectUris: [CALLBACK_URI],
    scopes: ['openid', 'email', 'profile'].map((name) => ({ name, reason: '', required: false })),
  })
  return { clientId, clientSecret }
}
