/** An address (OpenID Connect Core §5.1.1). Missing members are empty. */
export type PostalAddress = {
  /** Every line above the town. */
  readonly street_address: string
  readonly postal_code: string
  readonly locality: string
  readonly region: string
  readonly country: string
}

/** `1012 AB`: its second part has no digit. */
const DUTCH_CODE = String.raw`\d{4} \p{Lu}{2}`
/** `VLT 1117`: its first part has no digit. */
const MALTESE_CODE = String.raw`\p{Lu}{3} \d{4}`
/** Three or more characters with a digit: `8001`, `01310-100`. */
const CODE_PART = String.raw`(?=\S*\d)[\p{L}\p{N}-]{3,10}`
/** A second part with a digit: the `1AA` of `SW1A 1AA`, the `45` of `123 45`. */
const SECOND_PART = String.raw`(?=\p{L}*\d)[\p{L}\p{N}]{2,4}`
const CODE = `${DUTCH_CODE}|${MALTESE_CODE}|${CODE_PART}(?: ${SECOND_PART})?`
const CODE_AND_TOWN = new RegExp(String.raw`^(${CODE}) (\D.*)$`, 'u')
const CODE_ALONE = new RegExp(`^(?:${CODE})$`, 'u')

/** Formats an address as on an envelope, with empty lines above town and country where it would not parse back. */
export function formatPostalAddress(address: PostalAddress): string {
  const { street_address, postal_code, locality, region, country } = address
  const blocks = [street_address, `${postal_code} ${locality}\n${region}`, country].map(linesOf)
  const plain = blocks.flat().join('\n')
  const apart = blocks.filter(({ length }) => length > 0).map((lines) => lines.join('\n'))
  // Lossy where neither parses back, such as a region without a town: every word stays, perhaps in another member.
  return [plain, apart.join('\n\n')].find((text) => isReadAs(text, address)) ?? plain
}

/** Parses an address as on an envelope. Lines it cannot place stay in the street, so that formatting returns the same text. */
export function parsePostalAddress(text: string): PostalAddress {
  return parseBlocks(text) ?? parseLines(linesOf(text))
}

/** Street, town with region, and perhaps country, separated by empty lines. */
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
  // The town is never the first line; a region and a country may follow it.
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
