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

/** A gesture serves its act once, within five minutes; only `administer` repeatedly: constant prompts go unread. */
export const Intent = Type.Union([ActIntent, RemovalIntent])

export type Intent = Static<typeof Intent>
