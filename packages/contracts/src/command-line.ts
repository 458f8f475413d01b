import { type Static, Type } from 'typebox'
import { Base64url, NamedStrict, Strict } from './primitives.ts'

/** The most of one file that a command reads. Logos and keys are far smaller. */
export const MAXIMUM_FILE_BYTES = 1_048_576

const MAXIMUM_FILE_CHARACTERS = Math.ceil((MAXIMUM_FILE_BYTES * 4) / 3)

/** A command line for the process that holds the embedded database. */
export const CommandRequest = NamedStrict('CommandRequest', {
  parameters: Type.Array(Type.String()),
  /** The files that the parameters name, by the path that stands there. */
  files: Type.Array(Strict({ path: Type.String(), content: Base64url(MAXIMUM_FILE_CHARACTERS, 0) })),
  /** The caller's name in the operating system. */
  user: Type.String({ pattern: '^\\P{Cc}{1,256}$' }),
})

export const CommandAnswer = NamedStrict('CommandAnswer', {
  code: Type.Integer({ minimum: 0, maximum: 255 }),
  output: Type.String(),
  complaint: Type.String(),
})

export type CommandRequest = Static<typeof CommandRequest>
export type CommandAnswer = Static<typeof CommandAnswer>
