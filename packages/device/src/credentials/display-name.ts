const NAME_CHARACTERS = 80

/** A name that an issuer gives itself, or a credential, as it is shown: nothing is seen of it that is not text. */
export function cleanName(name: string): string {
  return name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, NAME_CHARACTERS)
}
