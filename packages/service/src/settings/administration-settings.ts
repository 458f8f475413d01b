import { listOfAtLeast, oneOf } from './setting-kinds.ts'
import { SettingRefused } from './settings.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Core reads them to ask administrators for a passkey gesture, the provider to execute. */
export const ADMINISTRATION_SETTINGS = {
  ADMIN_TOKEN: {
    parse: listOfAtLeast(32),
    unset: 'not set: no administration API',
    isSecret: true,
    meaning:
      "opens the administration API: the provider's `/api/admin/`, core's `/api/core/admin/` ([accounts](accounts.md)). The same for core and provider",
  },
  ADMINISTRATORS: {
    parse: parseUserIds,
    unset: 'none',
    meaning:
      'user ids of [administrators](console.md#administrators), separated by commas. The same for core and provider',
  },
  DEVELOPER_REGISTRATION: {
    parse: oneOf('off', 'people'),
    default: 'off',
    meaning:
      '`people`: everyone with an account may register up to 20 apps [in the console](console.md#developers). The same for core and provider',
  },
} as const

export type AdministrationRole = 'administrator' | 'developer' | 'none'

type RoleSettings = {
  readonly administrators: readonly string[]
  readonly developerRegistration: 'off' | 'people'
}

export function roleOf({ administrators, developerRegistration }: RoleSettings, userId: string): AdministrationRole {
  if (administrators.includes(userId)) return 'administrator'
  return developerRegistration === 'people' ? 'developer' : 'none'
}

export function isAdministeredByPeople({ administrators, developerRegistration }: RoleSettings): boolean {
  return administrators.length > 0 || developerRegistration === 'people'
}

function parseUserIds(text: string): readonly string[] {
  const ids = text.split(',').map((id) => id.trim().toLowerCase())
  if (ids.every((id) => UUID.test(id))) return ids
  throw new SettingRefused('must hold user ids, separated by commas.')
}
