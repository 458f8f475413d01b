import { holdsName, mixesAlphabets } from '@countersign/names'
import { type Brand, UNBRANDED } from '@countersign/service/brand'
import { ClientRegistrationError } from './client-registration-error.ts'

/**
 * Checks the name of an app that no operator has reviewed. An operator may give any app any name.
 * @throws ClientRegistrationError
 */
export function checkUnvouchedName(name: string, brand: Pick<Brand, 'name'>): void {
  if ([brand.name, UNBRANDED.name].some((reserved) => holdsName(name, reserved))) {
    throw new ClientRegistrationError(
      'The name looks like the name of this service, which only its operator can give to an app. Choose another.',
    )
  }
  if (mixesAlphabets(name)) {
    throw new ClientRegistrationError(
      'A word of the name mixes letters of alphabets that look alike. Write each word in one alphabet.',
    )
  }
}
