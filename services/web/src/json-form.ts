/** Readers for JSON that came from elsewhere: what is not in its form is refused. */

/** @throws TypeError */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value ? { ...value } : refuse()
}

/** @throws TypeError */
export function readList<Each>(value: unknown, read: (each: unknown) => Each): readonly Each[] {
  return Array.isArray(value) ? value.map(read) : refuse()
}

/** @throws TypeError */
export function readText(value: unknown, form: RegExp): string {
  return typeof value === 'string' && form.test(value) ? value : refuse()
}

function refuse(): never {
  throw new TypeError('This JSON is not in its form.')
}
