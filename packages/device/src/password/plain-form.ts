/** What is left of a text when spelling plays no part: `Für immer!` is `furimmer`. All lists are compared in this form. */
export function plainFormOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
