import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

type Validator = ReturnType<FastifySchemaCompiler<object>>

/** Of this process, by schema: several servers run in a test. */
const validators = new WeakMap<object, ReturnType<ReturnType<ReturnType<typeof AjvCompiler>>>>()
const serializers = new WeakMap<object, ReturnType<FastifySerializerCompiler<object>>>()

/** Compiles a route's schemas at its first request: those of all routes take a third of a start. Input is neither coerced nor stripped. */
export function compileSchemasLate(app: FastifyInstance): void {
  const compileValidator = AjvCompiler()(
    {},
    { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  )
  const compileSerializer = SerializerSelector()()
  app.setValidatorCompiler<object>((route) => {
    const compiled = lazy(() => once(validators, route.schema, () => compileValidator(route)))
    const validate: Validator = (value: unknown) => {
      const isValid = compiled()(value)
      validate.errors = compiled().errors ?? null
      return isValid === true
    }
    return validate
  })
  app.setSerializerCompiler<object>((route) => {
    const compiled = lazy(() => once(serializers, route.schema, () => compileSerializer({ httpStatus: '', ...route })))
    return (value: unknown) => compiled()(value)
  })
}

function lazy<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= create())
}

function once<Value>(known: WeakMap<object, Value>, schema: object, create: () => Value): Value {
  const value = known.get(schema) ?? create()
  known.set(schema, value)
  return value
}
