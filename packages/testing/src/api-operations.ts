/** The parts of JSON Schema that the contracts use. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly description?: string
}

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly description?: string
}
export type Content = Readonly<Record<string, { readonly schema: Schema }>>

export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>
}

export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, { readonly content?: Content }>>
  }
}

/** Valid texts by field name, where the schema says too little. */
export type KnownValues = Readonly<Record<string, string>>

/** A valid value with one hole; `place` names it. */
export type Hole = { readonly place: string; readonly fill: (value: unknown) => unknown }

export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([name, operation]) => Object.assign({ path, method: toMethod(name) }, operation)),
  )
}

/** Sorted field names of this operation's refusals, read from its 500. */
export function errorFieldsOf({ responses }: Operation, { components }: ApiDocument): string {
  const refusal = components.responses[nameIn(responses['500']?.$ref)]
  const [content] = Object.values(refusal?.content ?? {})
  const { required = [] } = components.schemas[nameIn(content?.schema.$ref)] ?? {}
  return required.toSorted().join()
}

function nameIn(reference = ''): string {
  return reference.split('/').at(-1) ?? ''
}

function toMethod(name: string): Operation['method'] {
  const method = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((each) => each === name.toUpperCase())
  if (!method) throw new Error(`${name} is no method of an operation.`)
  return method
}

/** Makes values that match a schema, whole or with a hole at each place. */
export function createSampler({ components }: ApiDocument, known: KnownValues) {
  function resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (components.schemas[nameIn(schema.$ref)] ?? {})
  }

  /** Required fields, and those with known values. */
  function sample(reference: Schema, name = ''): unknown {
    const schema = resolve(reference)
    const { anyOf, items, minItems = 1, properties, additionalProperties, required = [], minimum = 1 } = schema
    if (schema.enum) return schema.enum[0]
    if (anyOf?.[0]) return sample(anyOf[0], name)
    if (items) return Array.from({ length: minItems }, () => sample(items, name))
    if (typeof additionalProperties === 'object' && !properties) return {}
    if (properties) {
      const wanted = Object.entries(properties).filter(([key]) => required.includes(key) || key in known)
      return Object.fromEntries(wanted.map(([key, property]) => [key, sample(property, key)]))
    }
    if (schema.type === 'string' || schema.type === undefined) return known[name] ?? textOf(schema)
    return schema.type === 'boolean' ? true : schema.type === 'null' ? null : minimum
  }

  function holes(reference: Schema): Hole[] {
    const schema = resolve(reference)
    const { anyOf, items, properties, additionalProperties } = schema
    if (anyOf) return anyOf.flatMap((each) => holes(each))
    if (items) return holes(items).map(({ place, fill }) => ({ place: `${place}[]`, fill: (value) => [fill(value)] }))
    if (typeof additionalProperties === 'object' && !properties) {
      const asName = (value: unknown) => ({ [String(value)]: 'text' })
      return [
        { place: '{}', fill: asName },
        { place: '{value}', fill: (value) => ({ email: value }) },
      ]
    }
    if (!properties) return [{ place: '', fill: (value) => value }]
    const around = sample(schema)
    return Object.entries(properties).flatMap(([key, property]) =>
      holes(property).map(({ place, fill }) => ({
        place: `.${key}${place}`,
        fill: (value) => Object.assign({}, around, { [key]: fill(value) }),
      })),
    )
  }

  return { sample, holes }
}

const UUID = '3f2b8a0e-6a4d-4c55-9d7e-0a1b2c3d4e5f'

function textOf({ pattern = '', format, minLength = 1 }: Schema): string {
  if (pattern.includes('{8}-')) return UUID
  if (format === 'date-time') return '2026-01-01T12:00:00Z'
  if (pattern.includes('\\.')) return 'a.b.c'
  return '1'.repeat(Math.max(1, minLength))
}
