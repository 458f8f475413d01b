export type VerifyContext = {
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly print: (text: string) => void
  /** Reads a file that the user named. @throws Error with a sentence for the user */
  readonly readFile: (path: string) => Buffer
  /** The path of the manifest to compare with where none is named. */
  readonly manifest: string
}
