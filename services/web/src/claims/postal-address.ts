/** The members of an address (OpenID Connect Core §5.1.1). Empty where there is none. */
export type PostalAddress = {
  /** Whatever stands above the town, in as many lines as it needs. */
  readonly street_address: string
  readonly postal_code: string
  readonly locality: string
  readonly region: string
  readonly country: string
}

/** A code of three signs or more, one of them a digit, and a town behind it: `8001 Zürich`, `SW1A 1AA London`. */
const CODE_AND_TOWN = /^((?=\S*\d)[\p{L}\p{N}-]{3,10}(?: \d\p{L}{2})?) (\D.*)$/u

/** Writes an address as on an envelope, which is the form of the claim. */
export function formatPostalAddress(address: PostalAddress): string {
  const { street_address, postal_code, locality, region, country } = address
  return linesOf([street_address, `${postal_code} ${locality}`, region, country].join('\n')).join('\n')
}

/**
 * Reads an address that was written as on an envelope. What cannot be told apart stays in the street: no line is lost and
 * none moves, so the members, written again, are the text.
 */
export function parsePostalAddress(text: string): PostalAddress {
  const lines = linesOf(text)
  // The town is below the street, so never in the first line; a country stands below it, perhaps with a region above.
  const town = lines.findLastIndex((line, at) => at > 0 && at >= lines.length - 3 && CODE_AND_TOWN.test(line))
  const [, postal_code = '', locality = ''] = CODE_AND_TOWN.exec(lines[town] ?? '') ?? []
  const below = town < 0 ? [] : lines.slice(town + 1)
  const street_address = (town < 0 ? lines : lines.slice(0, town)).join('\n')
  return { street_address, postal_code, locality, region: below.at(-2) ?? '', country: below.at(-1) ?? '' }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim().replaceAll(/\s+/g, ' '))
  return lines.filter((line) => line !== '')
}
