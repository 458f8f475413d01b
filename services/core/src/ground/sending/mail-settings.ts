import { BRAND_SETTINGS } from '@countersign/service/brand'
import {
  BASE_URL,
  type Environment,
  isSet,
  readSettings,
  type Settings,
  type ValuesOf,
  WEB_URL,
} from '@countersign/service/settings'
import { readMailTexts } from './mail-texts-file.ts'
import { OUR_TEXTS } from './message-texts.ts'
import { parseMailFrom, parseSmtpUrl } from './smtp.ts'

export const MAIL_SETTINGS = {
  SMTP_URL: {
    parse: parseSmtpUrl,
    unset: 'no email address can be verified',
    isSecret: true,
    meaning:
      'mail server: `smtp://user:password@host:587`, or `smtps://` ([verified addresses](verified-addresses.md))',
  },
  MAIL_FROM: {
    parse: parseMailFrom,
    unset: 'required with `SMTP_URL`',
    meaning: 'sender, for example `Example ID <no-reply@id.example>`',
  },
  MAIL_TEXTS_FILE: {
    parse: readMailTexts,
    unset: 'our texts',
    meaning: 'path of [mail texts of your own](verified-addresses.md#texts-of-your-own)',
  },
  BRAND_NAME: {
    ...BRAND_SETTINGS.BRAND_NAME,
    meaning: "your name, in place of the product's on every page, and of the host in the subjects of mail",
  },
  BRAND_SUPPORT_URL: BRAND_SETTINGS.BRAND_SUPPORT_URL,
} satisfies Settings

const ALL = { BASE_URL, WEB_URL, ...MAIL_SETTINGS } satisfies Settings

export type MailConfig = ReturnType<typeof mailConfigOf>

/** Of a process that only mails. @throws SettingsError */
export async function readMailConfig(env: Environment): Promise<MailConfig> {
  return mailConfigOf(env, await readSettings(env, ALL, checkPair(env, 'SMTP_URL', 'MAIL_FROM')))
}

export function mailConfigOf(env: Environment, settings: ValuesOf<typeof ALL>) {
  const { BASE_URL: issuer, SMTP_URL: smtp, MAIL_FROM: from = '' } = settings
  const { host } = new URL(issuer)
  return {
    mail: smtp && { smtp, from },
    texts: settings.MAIL_TEXTS_FILE ?? OUR_TEXTS,
    /** Without a name of the operator's, mail names the host. */
    sender: { host, brand: isSet(env, 'BRAND_NAME') ? settings.BRAND_NAME : host },
    /** Where people find help. */
    supportUrl: settings.BRAND_SUPPORT_URL,
    /** The only origin that may call across origins. */
    webOrigin: new URL(settings.WEB_URL ?? issuer).origin,
  }
}

/** The settings of a sender come in pairs. */
export function checkPair(env: Environment, first: string, second: string): readonly string[] {
  return isSet(env, first) && !isSet(env, second) ? [`${second} is not set.`] : []
}
