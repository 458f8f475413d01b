import { type Static, Type } from 'typebox'
import { Uuid } from './primitives.ts'

const strict = { additionalProperties: false } as const

const ActIntent = Type.Object(
  {
    act: Type.Union([
      Type.Literal('add_passkey'),
      Type.Literal('set_password'),
      Type.Literal('change_password'),
      Type.Literal('change_password_and_account_key'),
      Type.Literal('change_password_and_login_name'),
      Type.Literal('change_login_name'),
      Type.Literal('replace_recovery_key'),
      Type.Literal('rotate_account_key'),
      Type.Literal('export_account'),
      Type.Literal('export_vault'),
      Type.Literal('delete_account'),
      Type.Literal('administer'),
    ]),
  },
  strict,
)

const RemovalIntent = Type.Object({ act: Type.Literal('remove_method'), unlock_id: Uuid }, strict)

/**
 * Acts that need a gesture of their own. The gesture names its act and serves it once, within five minutes; a sign-in serves
 * none. Only `administer` serves for all five minutes: a user who must confirm each of several changes stops reading.
 */
export const Intent = Type.Union([ActIntent, RemovalIntent])

export type Intent = Static<typeof Intent>
