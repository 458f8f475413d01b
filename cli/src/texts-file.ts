import { CommandError } from './command-error.ts'

/**
 * Reads what something is called in several languages; whether it is of the right form, whoever takes it checks.
 * @throws CommandError
 */
export function readTextsFile(path: string, content: Buffer): object {
  try {
    const texts: unknown = JSON.parse(String(content))
    if (typeof texts === 'object' && texts !== null && !Array.isArray(texts)) return texts
  } catch {
    // Said below.
  }
  throw new CommandError(`${path} holds no JSON object. Write one with the languages as its keys: {"de": …}.`)
}
