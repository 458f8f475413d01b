import { UNLOCK_TYPES, type ValueForm, type ValueOf } from '@countersign/vault/forms'
import { type TSchema, type TUnsafe, Type } from 'typebox'
import { Base64url, Text, Uuid } from './primitives.ts'

/** The schema of a record of a vault, made from the form that its owner's devices read. */
export function schemaOf<Of extends ValueForm>(form: Of): TUnsafe<ValueOf<Of>> {
  return Type.Unsafe(toSchema(form))
}

/** The schema of a list of records that has other bounds in a message than in a vault. */
export function listSchemaOf<Of extends ValueForm>(
  form: Of,
  bounds: { readonly minItems: number; readonly maxItems: number },
): TUnsafe<readonly ValueOf<Of>[]> {
  return Type.Unsafe(Type.Array(toSchema(form), bounds))
}

/** The fields of a record, for a message that has others beside. */
export function propertiesOf<Fields extends Readonly<Record<string, ValueForm>>>({
  fields,
}: {
  readonly fields: Fields
}) {
  const properties = Object.entries(fields).map(([name, form]) => [name, toSchema(form)])
  return Object.fromEntries(properties) as { [Name in keyof Fields]: TUnsafe<ValueOf<Fields[Name]>> }
}

function toSchema(form: ValueForm): TSchema {
  switch (form.kind) {
    case 'literal':
      return Type.Literal(form.value)
    case 'count':
      return Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
    case 'uuid':
      return Uuid
    case 'unlock_type':
      return Type.Union(UNLOCK_TYPES.map((type) => Type.Literal(type)))
    case 'bytes':
      return Base64url(charactersOf(form.length), form.mayBeEmpty ? 0 : charactersOf(form.length))
    case 'ciphertext':
      return Base64url(charactersOf(form.maxBytes))
    case 'text':
      return Text(form.maxLength)
    case 'list':
      return Type.Array(toSchema(form.of), { maxItems: form.maxItems })
    case 'object':
      return Type.Object(propertiesOf(form), {
        additionalProperties: false,
        ...(form.name !== '' && { $id: form.name }),
      })
  }
}

function charactersOf(bytes: number): number {
  return Math.ceil((bytes * 4) / 3)
}
