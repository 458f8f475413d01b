import type {
  MethodChangeRequest,
  NewMethod as NewMethodBody,
  PasswordMethodStartRequest,
} from '@countersign/contracts'
import { fieldOf, fieldsOf, listOf, orNull, readFlag, readText, texts } from '../read.ts'
import type { Ask } from './http.ts'
import { readCreationOptions, readSignedIn } from './sign-in-endpoints.ts'

/** The union's members without their record, which is rebuilt after a conflict. */
type WithoutRecord<Method> = Method extends unknown ? Omit<Method, 'unlock'> : never
export type MethodToAdd = WithoutRecord<NewMethodBody>

const readMethodFields = fieldsOf(
  { ...texts('unlock_id', 'created_at'), last_used_at: orNull(readText) },
  { is_backed_up: readFlag },
)

function readMethod(value: unknown) {
  const { unlock_id, created_at, last_used_at, is_backed_up } = readMethodFields(value)
  return { unlockId: unlock_id, createdAt: created_at, lastUsedAt: last_used_at ?? undefined, isBackedUp: is_backed_up }
}

const readMethods = fieldOf('methods', listOf(readMethod))

const readPasswordStart = fieldsOf(texts('registration_id', 'registration_response'))
const readPasskeyStart = fieldsOf({ registration_id: readText, options: readCreationOptions })

export function createMethodEndpoints(ask: Ask) {
  const path = '/api/account/methods/'
  return {
    listMethods: (sessionToken: string) => ask({ method: 'GET', path, sessionToken }, readMethods),
    startPasswordMethod: (sessionToken: string, body: PasswordMethodStartRequest) =>
      ask({ method: 'POST', path: `${path}password/start/`, body, sessionToken }, readPasswordStart),
    startPasskeyMethod: async (sessionToken: string) => {
      const call = { method: 'POST', path: `${path}passkey/start/`, body: {}, sessionToken } as const
      const { registration_id, options } = await ask(call, readPasskeyStart)
      return { registrationId: registration_id, options }
    },
    changeMethods: (sessionToken: string, ifMatch: string, body: MethodChangeRequest) =>
      ask({ method: 'POST', path: `${path}changes/`, body, sessionToken, ifMatch }, fieldOf('signed_in', readSignedIn)),
  }
}
