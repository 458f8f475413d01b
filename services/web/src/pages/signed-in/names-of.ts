import { fullNameOf, type OpenedProfile } from '@countersign/device'

/** The name to show, and the login name where it says something else. Empty if unknown on this device. */
export function namesOf({ values, greeting = '', login = '' }: OpenedProfile): { name: string; login: string } {
  const name = fullNameOf(values) ?? (greeting || login)
  return { name, login: login === name ? '' : login }
}
