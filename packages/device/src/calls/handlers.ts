import type { Fetch } from '../api/http.ts'
import type { Approving } from '../approval/answer-request.ts'
import type { KeptSessions } from '../session/kept-sessions.ts'
import type { PasswordAsking } from '../session/sign-in.ts'
import type { Changing } from '../session/state.ts'

export type DeviceContext = Approving &
  Changing &
  PasswordAsking & {
    readonly fetch: Fetch
    readonly sessions: KeptSessions
    readonly credentialIssuers: readonly string[] | undefined
  }

export async function nullAfter(work: Promise<unknown>): Promise<null> {
  await work
  return null
}
