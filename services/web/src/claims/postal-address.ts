/** The members of an address (OpenID Connect Core §5.1.1). Empty where there is none. */
export type PostalAddress = {
  /** Whatever stands above the town, in as many lines as it needs. */
  readonly street_address: string
  readonly postal_code: string
  readonly locality: string
  readonly region: string
  readonly country: string
}

/**
 * `1012 AB`, `VLT 1117`, or three signs or more, one of them a digit, perhaps with a second part that has one, too: `8001`,
 * `SW1A 1AA`, `123 45`.
 */
const CODE = String.raw`\d{4} \p{Lu}{2}|\p{Lu}{3} \d{4}|(?=\S*\d)[\p{L}\p{N}-]{3,10}(?: (?=\p{L}*\d)[\p{L}\p{N}]{2,4})?`
const CODE_AND_TOWN = new RegExp(String.raw`^(${CODE}) (\D.*)$`, 'u')
const CODE_ALONE = new RegExp(`^(?:${CODE})$`, 'u')

/**
 * Writes an address as on an envelope, which is the form of the claim. Where that alone would not be read as these members
 * again, an empty line stands above the town, and one above the country.
 */
export function formatPostalAddress(address: PostalAddress): string {
  const { street_address, postal_code, locality, region, country } = address
  const blocks = [street_address, `${postal_code} ${locality}\n${region}`, country].map(linesOf)
  const plain = blocks.flat().join('\n')
  const apart = blocks.filter(({ length }) => length > 0).map((lines) => lines.join('\n'))
  return [plain, apart.join('\n\n')].find((text) => isReadAs(text, address)) ?? plain
}

/**
 * Reads an address that was written as on an envelope. What cannot be told apart stays in the street: no line is lost and
 * none moves, so the members, written again, are the text.
 */
export function parsePostalAddress(text: string): PostalAddress {
  return parseBlocks(text) ?? parseLines(linesOf(text))
}

/** The street, the town with its region, and perhaps the country, with an empty line between them. */
function parseBlocks(text: string): PostalAddress | undefined {
  const [street = [], [town = '', region = '', ...more] = [], country = [], ...others] = text
    .split(/(?:\r\n?|\n)\s*(?:\r\n?|\n)/)
    .map(linesOf)
  if (town === '' || more.length + others.length > 0 || country.length > 1) return undefined
  return { street_address: street.join('\n'), ...parseTown(town), region, country: country.join('') }
}

function parseTown(line: string): Pick<PostalAddress, 'postal_code' | 'locality'> {
  if (CODE_ALONE.test(line)) return { postal_code: line, locality: '' }
  const [, postal_code = '', locality = line] = CODE_AND_TOWN.exec(line) ?? []
  return { postal_code, locality }
}

function parseLines(lines: readonly string[]): PostalAddress {
  // The town is below the street, so never in the first line; a country stands below it, perhaps with a region above.
  const town = lines.findLastIndex((line, at) => at > 0 && at >= lines.length - 3 && CODE_AND_TOWN.test(line))
  const [, postal_code = '', locality = ''] = CODE_AND_TOWN.exec(lines[town] ?? '') ?? []
  const below = town < 0 ? [] : lines.slice(town + 1)
  const street_address = (town < 0 ? lines : lines.slice(0, town)).join('\n')
  return { street_address, postal_code, locality, region: below.at(-2) ?? '', country: below.at(-1) ?? '' }
}

function isReadAs(text: string, { street_address, ...others }: PostalAddress): boolean {
  const { street_address: street, ...read } = parsePostalAddress(text)
  const isSame = (member: keyof typeof others) => read[member] === linesOf(others[member]).join(' ')
  const isStreet = street === linesOf(street_address).join('\n')
  return isStreet && isSame('postal_code') && isSame('locality') && isSame('region') && isSame('country')
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim().replaceAll(/\s+/g, ' '))
  return lines.filter((line) => line !== '')
}
