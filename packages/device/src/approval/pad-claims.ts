import type { ClaimValues } from '../claims/claim-item.ts'

/** The room that a value takes, in bytes of JSON. What is larger than the last is left as it is. */
const SIZE_CLASSES = [128, 256, 512, 1_024, 2_048, 4_096] as const

/** The room that a presentation of a credential takes. */
const PRESENTATION_SIZE_CLASSES = [4_096, 8_192] as const

/**
 * White space to put behind JSON that holds claims, so that each value takes the room of its size class: encryption
 * hides what a text says and not how long it is. JSON allows white space at its end (RFC 8259 §2), so whoever reads the
 * claims notices nothing. Counted for each value and not for the whole, because a whole would have a border somewhere
 * between "male" and "female" as well.
 */
export function paddingFor(claims: ClaimValues, presentations: readonly string[] = []): string {
  const missing = [
    ...Object.values(claims).map((value) => missingBytes(value, SIZE_CLASSES)),
    ...presentations.map((presentation) => missingBytes(presentation, PRESENTATION_SIZE_CLASSES)),
  ]
  return ' '.repeat(missing.reduce((sum, bytes) => sum + bytes, 0))
}

function lengthAsJson(value: string): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}

function missingBytes(value: string, sizeClasses: readonly number[]): number {
  const length = lengthAsJson(value)
  const size = sizeClasses.find((each) => length <= each) ?? length
  return size - length
}
