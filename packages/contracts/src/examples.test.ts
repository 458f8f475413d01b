import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import * as contracts from './index.ts'

type Described = Parameters<typeof Compile>[0] & {
  readonly examples: readonly object[]
  readonly properties: object
  readonly additionalProperties?: unknown
}

const schemas = Object.entries<unknown>(contracts).flatMap(([name, schema]) =>
  hasExamples(schema) ? [[name, schema] as const] : [],
)

test('every message of the flow has an example', () => {
  expect(schemas.map(([name]) => name).toSorted()).toEqual([
    'AuthorizationRequestDetails',
    'AuthorizationRequestPreview',
    'AuthorizeParameters',
    'ClientInformation',
    'ClientMetadata',
    'CompleteRequestBody',
    'ConsentCompleteRequest',
    'ConsentCompleteResponse',
    'DeviceAuthorizationRequest',
    'DeviceAuthorizationResponse',
    'IntrospectionResponse',
    'LogoutRequest',
    'OperatorClaimDefinition',
    'OperatorScopeDefinition',
    'PushedAuthorizationRequest',
    'PushedAuthorizationResponse',
    'TokenRequest',
    'TokenResponse',
    'TokenStatusRequest',
    'UserCodeEntry',
    'UserinfoResponse',
    'VerificationFinishRequest',
    'VerificationStartRequest',
  ])
})

test.each(schemas)('the examples of %s are right, and have no field that it does not describe', (_name, schema) => {
  const validator = Compile(schema)
  for (const example of schema.examples) {
    expect([...validator.Errors(example)]).toEqual([])
    if (schema.additionalProperties) continue
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(example)))
  }
})

function hasExamples(value: unknown): value is Described {
  return typeof value === 'object' && value !== null && 'examples' in value
}
