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
      "opens the administration API to its bearer: the provider's under `/api/admin/`, core's ([accounts](accounts.md)) under `/api/core/admin/`; at least 32 characters; a comma-separated list while rotating (all are accepted). The same for core and provider",
  },
  ADMINISTRATORS: {
    parse: parseUserIds,
    unset: 'nobody',
    meaning:
      'the user ids of the people who administer in the console at `/console/`, separated by commas; the console tells people theirs. They need a passkey and may have no password. The same for core and provider',
  },
  DEVELOPER_REGISTRATION: {
    parse: oneOf('off', 'people'),
    default: 'off',
    meaning:
      '`people`: everybody with an account may register apps of their own in the console, at most 20. The same for core and provider',
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
