import { type Static, Type } from 'typebox'

/** A command line that the process which holds the embedded database is asked to carry out. */
export const CommandRequest = Type.Object(
  {
    parameters: Type.Array(Type.String()),
    /** Where relative paths begin: the folder of the person, not that of the process. */
    directory: Type.String({ minLength: 1 }),
    /** Who asks, by the name that the operating system gives. */
    user: Type.String({ pattern: '^\\P{Cc}{1,256}$' }),
  },
  { $id: 'CommandRequest', additionalProperties: false },
)

/** What the command line prints and ends with. */
export const CommandAnswer = Type.Object(
  {
    code: Type.Integer({ minimum: 0, maximum: 255 }),
    output: Type.String(),
    complaint: Type.String(),
  },
  { $id: 'CommandAnswer', additionalProperties: false },
)

export type CommandRequest = Static<typeof CommandRequest>
export type CommandAnswer = Static<typeof CommandAnswer>
