/** A refusal for the user: one sentence, with what to do. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError'
}
