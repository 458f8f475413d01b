import type { CoreApi } from '../api/core-api.ts'
import { ClientError } from '../failure.ts'
import { approveRequest, denyRequest } from './answer-request.ts'
import { commitEdits, type OpenSession, toProfile } from './open-session.ts'
import { editsFor } from './profile.ts'
import type { CallInput, CallName, CallOutput } from './protocol.ts'
import { signIn } from './sign-in.ts'
import { createAccount, type PreparedAccount, prepareAccount } from './sign-up.ts'

type Handlers = { readonly [Name in CallName]: (input: CallInput<Name>) => Promise<CallOutput<Name>> }

/**
 * Answers the page's calls, with the only two pieces of state there are: a sign-up under way, and the open session.
 * Both die with the worker.
 */
export function createHandlers(api: CoreApi, device: string): Handlers {
  let account: PreparedAccount | undefined
  let session: OpenSession | undefined

  const current = <State>(state: State | undefined): State => {
    if (state === undefined) throw new ClientError({ code: 'locked' })
    return state
  }

  return {
    async signIn(input) {
      session = await signIn(api, input)
      return toProfile(session)
    },
    async prepareAccount({ login, password }) {
      account = await prepareAccount(login, password)
      return { recoveryKey: account.recoveryKeyText }
    },
    async createAccount({ login }) {
      const result = await createAccount(api, { account: current(account), login, device })
      account = result.ok ? undefined : result.account
      if (!result.ok) throw result.error
      session = result.session
      return toProfile(session)
    },
    async saveProfile({ values }) {
      const open = current(session)
      const edits = editsFor(open.vault.items, values, { device, wroteAt: new Date() })
      const saved = await commitEdits(api, open, edits)
      session = saved.session
      return toProfile(session, saved.conflicts)
    },
    readRequest: async ({ id }) => api.readRequest(current(session).token, id),
    approve: async (input) => approveRequest(api, current(session), input),
    deny: async ({ id }) => denyRequest(api, current(session), id),
    async signOut() {
      await api.endSession(current(session).token)
      session = undefined
      return null
    },
  }
}
