/** What every field of a value is given, whatever its claim. */
export type ValueFieldProps = {
  readonly claim: string
  readonly name: string
  readonly value: string
  readonly onInput: (value: string) => void
  /** Where there are several: which one. */
  readonly label?: string
}
