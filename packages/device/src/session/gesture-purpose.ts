import type { Intent } from '@countersign/contracts'

/** What a gesture is for: one change, or, by a recovery key, the recovery. */
export type GesturePurpose = Intent | { readonly act: 'recover' }
