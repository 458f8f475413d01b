const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

/** Alphabets that share the shapes of letters. Japanese mixes three scripts in a word, and none of them looks like these. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
]

/** Whether a word of a name has letters of several alphabets that look like each other (UTS 39 §5.1). */
export function mixesAlphabets(name: string): boolean {
  return name.split(BETWEEN_WORDS).some((word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1)
}
