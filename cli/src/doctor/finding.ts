/** One thing that is in force. A secret's value never gets this far. */
export type Finding = {
  readonly name: string
  readonly value: string
  readonly source: string
  /** Continues a sentence that begins with the name. */
  readonly weakness?: string | undefined
  /** The weakness stops something from working: `countersign doctor` ends with exit code 1. */
  readonly mustMend?: true | undefined
}
