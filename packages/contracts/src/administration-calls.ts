import { type Static, Type } from 'typebox'
import { UserId } from './primitives.ts'

/** What core asks the provider for a person; what they may, the provider knows by its own settings. */
export const AdministrationRequest = Type.Object(
  {
    user_id: UserId,
    role: Type.Union([Type.Literal('administrator'), Type.Literal('developer'), Type.Literal('none')], {
      description: 'What core has checked them for.',
    }),
    operation: Type.String({ pattern: '^[A-Za-z]{1,64}$' }),
    input: Type.Object({}, { description: 'What the operation takes.' }),
  },
  { additionalProperties: false },
)

export const AdministrationAnswer = Type.Object({
  answer: Type.Unknown({ description: 'What the operation answers.' }),
})

export type AdministrationAnswer = Static<typeof AdministrationAnswer>
export type AdministrationRequest = Static<typeof AdministrationRequest>
