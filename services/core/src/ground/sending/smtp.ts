import { isIP } from 'node:net'
import { isPublicAddress } from '@countersign/service/network'
import { SettingRefused } from '@countersign/service/settings'
import { type Mail, RecipientRefused } from './code-message.ts'

/** The server that takes outgoing mail. */
export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise by STARTTLS. */
  readonly secure: boolean
  readonly user: string
  readonly password: string
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const
const TIMEOUT_MS = 15_000

/** @throws SettingRefused */
export function parseSmtpUrl(text: string): SmtpSettings {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'smtp:' && url?.protocol !== 'smtps:') {
    throw new SettingRefused('must be smtp://user:password@host:port, or smtps:// for TLS from the start.')
  }
  if (url.hostname === '' || !['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
    throw new SettingRefused('must name a host, and no path or query.')
  }
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port || PORTS[url.protocol]),
    secure: url.protocol === 'smtps:',
    user: decode(url.username),
    password: decode(url.password),
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new SettingRefused('must have each % of the user and of the password written as %25.')
  }
}

/** One address, with or without a name; nothing else may get into the header. */
export function parseMailFrom(text: string): string {
  if (/^(?:[^<>@",;:\\\p{C}]{1,80} <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(text)) return text
  throw new SettingRefused('must be one address, alone or as Name <address>.')
}

/** Sends mail by SMTP, over TLS unless the server is on this machine or in a private network. */
export async function createMailSender({ user, password, ...server }: SmtpSettings, from: string) {
  // Most processes send no mail.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...server,
    requireTLS: !server.secure && !isPrivateHost(server.host),
    ...(user !== '' && { auth: { user, pass: password } }),
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    // As one address: a header could hold several.
    /** Returns the server's answer. */
    send: async ({ to, ...mail }: Mail): Promise<string> => {
      try {
        return (await transport.sendMail({ ...mail, from, to: { name: '', address: to } })).response
      } catch (error) {
        throw isRefusedForGood(error) ? new RecipientRefused(`The mail server answered ${error.responseCode}.`) : error
      }
    },
    /** Mail under way fails. */
    close: () => transport.close({ force: true }),
  }
}

/** A 5xx to the recipient (RFC 5321 §4.2.1): the same mail would fail again. */
function isRefusedForGood(error: unknown): error is { readonly responseCode: number } {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}

/** The public DNS has no names without a dot. */
function isPrivateHost(host: string): boolean {
  return isIP(host) === 0 ? !host.includes('.') : !isPublicAddress(host)
}
