import { runIntrospection, runRefresh, type Servers } from '@countersign/bench/flow'
import type { Sql } from '@countersign/service/sql'
import type { Ledger, Tokens } from './ledger.ts'

export type Checked = { readonly acknowledged: number; readonly lost: number }

const AT_ONCE = 16

/** Whether acknowledged data is still there: tokens are active and refresh, approvals exist. */
export async function checkAcknowledged(
  { approvals, tokens }: Ledger,
  { servers, sql }: { readonly servers: Servers; readonly sql: Sql },
): Promise<{ readonly approvals: Checked; readonly tokens: Checked }> {
  const [row] = await sql<{ count: string }>`
    select count(*) as count from provider.authorization_requests
     where auth_request_id = any(${approvals}::uuid[]) and status = 'approved'`
  const lost = await countLost(tokens, async ({ access_token, refresh_token }) => {
    await runIntrospection(servers, access_token)
    await runRefresh(servers, refresh_token)
  })
  return {
    approvals: { acknowledged: approvals.length, lost: approvals.length - Number(row?.count ?? 0) },
    tokens: { acknowledged: tokens.length, lost },
  }
}

async function countLost(tokens: readonly Tokens[], check: (each: Tokens) => Promise<void>): Promise<number> {
  let lost = 0
  const left = tokens.values()
  const work = async (): Promise<void> => {
    for (const each of left) {
      await check(each).catch((error: unknown) => {
        lost += 1
        console.log(`lost: ${String(error)}`)
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return lost
}
