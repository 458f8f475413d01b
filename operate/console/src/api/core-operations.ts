import { AccountOverview, HealthReport } from '@countersign/contracts'
import { checked } from './checked.ts'
import type { Send } from './console-api.ts'

/** Operations that core answers itself (`CORE_ADMINISTRATION`). */
export function createCoreOperations(send: Send) {
  const get = (path: string) => send({ method: 'GET', path }, 'core')
  const at = (userId: string, below = '') => `accounts/${encodeURIComponent(userId)}/${below}`
  const act = (path: string, reason: string) => send({ method: 'POST', path, body: { reason } }, 'core')
  return {
    readAccount: async (userId: string) => checked(AccountOverview, await get(at(userId))),
    endSessions: async (userId: string, reason: string) =>
      checked(AccountOverview, await act(at(userId, 'end-sessions/'), reason)),
    suspend: async (userId: string, reason: string) =>
      checked(AccountOverview, await act(at(userId, 'suspend/'), reason)),
    unsuspend: async (userId: string, reason: string) =>
      checked(AccountOverview, await act(at(userId, 'unsuspend/'), reason)),
    removeAccount: async (userId: string, reason: string) => void (await act(at(userId, 'delete/'), reason)),
    readCoreHealth: async () => checked(HealthReport, await get('core-health/')),
  }
}
