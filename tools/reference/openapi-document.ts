export type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}
export type Content = Readonly<Record<string, { readonly schema?: Schema }>>
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly description?: string
}
export type Operation = {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<
    Record<string, { readonly $ref?: string; readonly description?: string; readonly content?: Content }>
  >
}
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
/** An operation where its document has it. */
export type Located = {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly document: OpenApi
}

export function operationsOf(document: OpenApi): Located[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      document,
    })),
  )
}
