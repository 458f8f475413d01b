import { isVisible } from '@countersign/contracts/visible-text'
import { holdsName, mixesAlphabets } from '@countersign/names'
import { type Brand, UNBRANDED } from '@countersign/service/brand'
import { ClientRegistrationError } from './client-errors.ts'

export const MAXIMUM_TEXT_LENGTH = 300
const MAXIMUM_LENGTHS = { name: 80, description: MAXIMUM_TEXT_LENGTH } as const

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** @throws ClientRegistrationError for invisible characters */
export function checkVisible(what: string, text: string): void {
  if (!isVisible(text)) throw new ClientRegistrationError(`${what} must hold no control or invisible characters.`)
}

/** @throws ClientRegistrationError */
export function checkText(what: keyof typeof MAXIMUM_LENGTHS, text: string, called: string = what): void {
  checkVisible(`The ${called}`, text)
  const most = MAXIMUM_LENGTHS[what]
  if (text.length > most) throw new ClientRegistrationError(`The ${called} must have at most ${most} characters.`)
  if (what === 'name' && !LETTER_OR_DIGIT.test(text)) {
    throw new ClientRegistrationError(`The ${called} must hold a letter or a digit.`)
  }
}

/**
 * For apps that no operator has reviewed: all their names.
 * @throws ClientRegistrationError
 */
export function checkUnvouchedNames(names: readonly string[], brand: Pick<Brand, 'name'>): void {
  for (const name of names) checkUnvouchedName(name, brand)
}

function checkUnvouchedName(name: string, brand: Pick<Brand, 'name'>): void {
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
