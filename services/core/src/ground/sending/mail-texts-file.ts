import type { MessageLanguage } from '@countersign/contracts'
import { FileRefused, readSettingFile, SettingRefused } from '@countersign/service/settings'
import { type MessageTexts, OUR_TEXTS, PLACEHOLDER, type TextsByLanguage } from './message-texts.ts'

const MAXIMUM_LENGTH = 400

/** Beside `{brand}` and `{host}`, which every text may hold: these it must. */
const REQUIRED: Readonly<Record<string, string>> = {
  'code.sms': '{code}',
  'security.app_approved': '{app}',
  'security.when': '{time}',
  'security.when_with_device': '{device}',
  'security.not_you': '{address}',
  'security.account_sessions_ended': '{reason}',
  'security.account_suspended': '{reason}',
  'security.account_unsuspended': '{reason}',
  'security.account_deleted': '{reason}',
  'security.questions': '{contact}',
}
const OPTIONAL: Readonly<Record<string, string>> = { 'security.when_with_device': '{time}' }

/**
 * Reads an operator's texts (JSON by language, then `code` or `security`, then key) over ours.
 * @throws SettingRefused
 */
export function readMailTexts(path: string): TextsByLanguage {
  const given = readObject(parse(path), 'it')
  const texts: Record<MessageLanguage, MessageTexts> = { ...OUR_TEXTS }
  for (const [language, ofLanguage] of Object.entries(given)) {
    if (!isLanguage(language)) throw refused(`"${language}" is no language of ours: ${listOf(OUR_TEXTS)}`)
    const kinds = readObject(ofLanguage, language)
    const { code, security } = OUR_TEXTS[language]
    const unknown = Object.keys(kinds).find((kind) => !['code', 'security'].includes(kind))
    if (unknown !== undefined) throw refused(`"${language}.${unknown}" is neither "code" nor "security"`)
    texts[language] = {
      code: overlay(code, kinds['code'], { language, kind: 'code' }),
      security: overlay(security, kinds['security'], { language, kind: 'security' }),
    }
  }
  return texts
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readSettingFile(path))
  } catch (error) {
    if (error instanceof FileRefused) throw new SettingRefused(`names ${path}, which ${error.message}`)
    throw refused('it is no JSON')
  }
}

type Place = { readonly language: string; readonly kind: 'code' | 'security' }

function overlay<Texts extends Readonly<Record<string, string>>>(
  ours: Texts,
  given: unknown = {},
  { language, kind }: Place,
): Texts {
  const entries = Object.entries(readObject(given, `${language}.${kind}`))
  for (const [key, text] of entries) {
    if (!Object.hasOwn(ours, key)) throw refused(`"${language}.${kind}.${key}" is no text of ours: ${listOf(ours)}`)
    checkText(text, `${kind}.${key}`, language)
  }
  return { ...ours, ...Object.fromEntries(entries) }
}

function checkText(text: unknown, name: string, language: string): void {
  const where = `"${language}.${name}"`
  // A line break in a subject would begin another header.
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAXIMUM_LENGTH || /\p{Cc}/u.test(text)) {
    throw refused(`${where} must be a text of 1 to ${MAXIMUM_LENGTH} characters on one line`)
  }
  const required = REQUIRED[name]
  if (required !== undefined && !text.includes(required)) throw refused(`${where} must hold ${required}`)
  const allowed = ['{brand}', '{host}', required, OPTIONAL[name]].filter((each) => each !== undefined)
  const unknown = text.match(PLACEHOLDER)?.find((each) => !allowed.includes(each))
  if (unknown !== undefined) throw refused(`${where} holds ${unknown}, and may hold ${allowed.join(', ')}`)
}

function readObject(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw refused(`${where} must be an object`)
}

function isLanguage(text: string): text is MessageLanguage {
  return Object.hasOwn(OUR_TEXTS, text)
}

function listOf(names: object): string {
  return Object.keys(names).join(', ')
}

function refused(reason: string): SettingRefused {
  return new SettingRefused(`cannot be used: ${reason}. Ours: countersign mail texts.`)
}
