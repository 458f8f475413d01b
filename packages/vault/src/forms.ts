export type { ValueForm, ValueOf } from './form.ts'
export { LIMITS } from './limits.ts'
export {
  ACTIVITY_ENTRY,
  SEALED_ITEM,
  UNLOCK_RECORD,
  VAULT_CHANGES,
  VAULT_HEAD,
  VAULT_ID_FORM,
  VAULT_SNAPSHOT,
} from './records.ts'
export { UNLOCK_TYPES } from './unlock-method.ts'
export { VAULT_COMMIT, VAULT_ROTATION } from './writes.ts'
