import { ADMINISTRATION } from '@countersign/contracts'
import type { ProviderDependencies } from '../dependencies.ts'
import { taking } from '../internal/taking.ts'
import { listClaims, listScopes } from '../scopes/scope.store.ts'
import type { AdministrationCall } from './actor.ts'

/** What apps may ask people for, beside what every installation knows. */
export function createScopeOperations({ sql, scopes }: Pick<ProviderDependencies, 'sql' | 'scopes'>) {
  /** This process keeps what was before, whether or not it hears of the change. */
  async function changing<Answer>(change: Promise<Answer>): Promise<Answer> {
    return change.finally(() => scopes.forget())
  }

  return {
    listScopes: async () => ({ scopes: await listScopes(sql) }),
    putScope: taking(ADMINISTRATION.putScope.input, async ({ params, body }, { registrar }: AdministrationCall) =>
      changing(registrar.defineScope({ name: params.scope, ...body })),
    ),
    deleteScope: taking(ADMINISTRATION.deleteScope.input, async ({ params }, { registrar }: AdministrationCall) => {
      await changing(registrar.removeScope(params.scope))
      return null
    }),
    listClaims: async () => ({ claims: await listClaims(sql) }),
    putClaim: taking(ADMINISTRATION.putClaim.input, async ({ params, body }, { registrar }: AdministrationCall) => {
      const { labels, openid_name = params.claim } = body
      const claim = { name: params.claim, openid_name, labels }
      await changing(registrar.defineClaim(claim))
      return claim
    }),
    deleteClaim: taking(ADMINISTRATION.deleteClaim.input, async ({ params }, { registrar }: AdministrationCall) => {
      await changing(registrar.removeClaim(params.claim))
      return null
    }),
  }
}
