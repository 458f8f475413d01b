import type { MessageLanguage } from '@countersign/contracts'

/** A code on its way to the address or number that it proves. */
export type CodeMessage = {
  readonly to: string
  readonly code: string
  readonly language: MessageLanguage
}

/** Hands a message to the mail or SMS server; rejects if the server does not accept it. */
export type SendCode = (message: CodeMessage) => Promise<void>

/** Whoever delivers it says for good that nobody there takes a message. The message of this error names no address. */
export class NobodyThere extends Error {
  override readonly name = 'NobodyThere'
}

/** The server did not accept the message. The error's message names no address. */
export class CodeNotSent extends Error {
  override readonly name = 'CodeNotSent'
}
