import { ADMINISTRATION } from '@countersign/contracts'
import { listClaims, listScopes } from '../../catalogue/scopes/scope.store.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { taking } from '../internal/taking.ts'
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
      changing(registrar.defineScope({ name: params.scope_name, ...body })),
    ),
    deleteScope: taking(ADMINISTRATION.deleteScope.input, async ({ params }, { registrar }: AdministrationCall) => {
      await changing(registrar.removeScope(params.scope_name))
      return null
    }),
    listClaims: async () => ({ claims: await listClaims(sql) }),
    putClaim: taking(ADMINISTRATION.putClaim.input, async ({ params, body }, { registrar }: AdministrationCall) => {
      const { labels, openid_name = params.claim_name } = body
      const claim = { name: params.claim_name, openid_name, labels }
      await changing(registrar.defineClaim(claim))
      return claim
    }),
    deleteClaim: taking(ADMINISTRATION.deleteClaim.input, async ({ params }, { registrar }: AdministrationCall) => {
      await changing(registrar.removeClaim(params.claim_name))
      return null
    }),
  }
}
