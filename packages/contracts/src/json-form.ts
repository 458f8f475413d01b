/** Readers for untrusted JSON: a value in another form is refused. */

/** @throws TypeError */
export function expectFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value ? { ...value } : refuse()
}

/** @throws TypeError */
export function expectList<Each>(value: unknown, read: (each: unknown) => Each): readonly Each[] {
  return Array.isArray(value) ? value.map(read) : refuse()
}

/** @throws TypeError */
export function expectOneOf<Text extends string>(value: unknown, texts: readonly Text[]): Text {
  return texts.find((text) => text === value) ?? refuse()
}

/** @throws TypeError */
export function expectText(value: unknown, form = /^/): string {
  return typeof value === 'string' && form.test(value) ? value : refuse()
}

function refuse(): never {
  throw new TypeError('This JSON is not in its form.')
}
