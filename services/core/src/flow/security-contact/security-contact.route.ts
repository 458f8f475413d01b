import { SecurityContact, SecurityContactChange } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { findSecurityContact } from '../../accounts/records/security-mail/security-contact.store.ts'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import { callerOf } from '../../ground/http/caller.ts'
import { describeRoutes, ok } from '../../ground/http/routes.ts'
import { changeSecurityContact, clearSecurityContact, type WithSecurityContact } from './security-contact.ts'

const PATH = '/api/account/security-contact/'
const described = describeRoutes({ tags: ['accounts'], security: [{ session: [] }] })

const CHANGE = 'change_security_contact'

/** Where a person has mail about changes of their account sent: the only address that core keeps. */
export function mountSecurityContact(app: Api, dependencies: WithSessions & WithSecurityContact): void {
  const { sql, guard, securityMailer } = dependencies
  app.get(
    PATH,
    {
      onRequest: guard.allow('full'),
      schema: described('readSecurityContact', 'Get the security contact', ok(SecurityContact, 403)),
    },
    async (request) => {
      const contact = await findSecurityContact(sql, guard.sessionOf(request).userId)
      return { is_available: securityMailer.isAvailable, email: contact?.email ?? null }
    },
  )
  mountChangeContact(app, dependencies)
  mountEndContact(app, dependencies)
}

function mountChangeContact(app: Api, dependencies: WithSessions & WithSecurityContact): void {
  const { guard } = dependencies
  app.put(
    PATH,
    {
      onRequest: guard.allowIntended([CHANGE], 'full'),
      schema: described('changeSecurityContact', 'Set the security contact', {
        body: SecurityContactChange,
        ...ok(SecurityContact, 403, 404, 410, 422, 429),
      }),
    },
    async (request) => {
      const session = guard.sessionOf(request)
      const { origin } = callerOf(request)
      await changeSecurityContact(dependencies, { ...session, ip: request.ip, origin }, request.body)
      return { is_available: true, email: request.body.email }
    },
  )
}

function mountEndContact(app: Api, dependencies: WithSessions & WithSecurityContact): void {
  const { guard, securityMailer } = dependencies
  app.delete(
    PATH,
    {
      onRequest: guard.allowIntended([CHANGE], 'full'),
      schema: described('endSecurityContact', 'Delete the security contact', ok(SecurityContact, 403)),
    },
    async (request) => {
      await clearSecurityContact(dependencies, { ...guard.sessionOf(request), origin: callerOf(request).origin })
      return { is_available: securityMailer.isAvailable, email: null }
    },
  )
}
