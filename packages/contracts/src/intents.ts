import { type Static, Type } from 'typebox'
import { OneOf, Strict, Uuid } from './primitives.ts'

const ActIntent = Strict({
  act: OneOf([
    'add_passkey',
    'set_password',
    'change_password',
    'change_password_and_account_key',
    'change_password_and_login_name',
    'change_login_name',
    'replace_recovery_key',
    'rotate_account_key',
    'export_account',
    'change_security_contact',
    'export_vault',
    'delete_account',
    'administer',
  ]),
})

const RemovalIntent = Strict({ act: Type.Literal('remove_method'), unlock_id: Uuid })

/** A gesture serves its act once, within five minutes; only `administer` repeatedly: constant prompts go unread. */
export const Intent = Type.Union([ActIntent, RemovalIntent])

export type Intent = Static<typeof Intent>
