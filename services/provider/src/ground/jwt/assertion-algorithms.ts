import { SIGNING_ALGORITHMS } from '@countersign/service/secrets'

/** RS256 too for clients not bound to PAR and DPoP: most libraries' default. */
export const ASSERTION_ALGORITHMS = [...SIGNING_ALGORITHMS, 'RS256'] as const
