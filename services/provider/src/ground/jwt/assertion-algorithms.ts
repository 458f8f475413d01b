import { SIGNING_ALGORITHMS } from '@countersign/service/secrets'

/** For clients that are not bound to PAR and DPoP RS256 too: it is what most libraries sign with unless they are told otherwise. */
export const ASSERTION_ALGORITHMS = [...SIGNING_ALGORITHMS, 'RS256'] as const
