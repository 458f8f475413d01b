const CREDENTIALS = /^([^ ]+) *(.*)$/

/**
 * What an `Authorization` header holds for a scheme, whose name may be in any case (RFC 9110 §11.4). Empty where the scheme
 * stands alone; undefined where there is no header, or one of another scheme. What the text must look like is for its
 * reader to say.
 */
export function findCredentials(header: string | undefined, scheme: 'basic' | 'bearer' | 'dpop'): string | undefined {
  const [, name = '', credentials = ''] = CREDENTIALS.exec(header ?? '') ?? []
  return name.toLowerCase() === scheme ? credentials : undefined
}
