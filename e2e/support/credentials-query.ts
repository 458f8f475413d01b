import type { CredentialsQuery } from '@countersign/contracts'

type Asked = {
  readonly vct: string
  readonly issuers: readonly string[]
  readonly claims: readonly string[]
  readonly reason?: string
}

/** For one type, as an app registers it (DCQL). */
export function credentialsQuery({ vct, issuers, claims, reason }: Asked): CredentialsQuery {
  const named = [{ path: ['iss'], values: [...issuers] }, ...claims.map((claim) => ({ path: [claim] }))]
  const about = reason === undefined ? {} : { reason }
  return { credentials: [{ id: 'degree', format: 'dc+sd-jwt', meta: { vct_values: [vct] }, claims: named, ...about }] }
}
