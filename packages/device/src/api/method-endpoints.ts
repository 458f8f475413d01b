import type {
  MethodChangeRequest,
  NewMethod as NewMethodBody,
  PasswordMethodStartRequest,
} from '@countersign/contracts'
import { readText } from '@countersign/vault'
import { readMethods, readSignedIn } from './account-shapes.ts'
import { fieldsOf, singleFieldOf, texts } from './answer.ts'
import type { Ask } from './http.ts'
import { readCreationOptions } from './passkey-shapes.ts'

/** The union's members without their record, which is made last: the change is prepared again after a conflict. */
type WithoutRecord<Method> = Method extends unknown ? Omit<Method, 'unlock'> : never
export type MethodToAdd = WithoutRecord<NewMethodBody>

const readPasswordStart = fieldsOf(texts('registration_id', 'registration_response'))
const readPasskeyStart = fieldsOf({ registration_id: readText, options: readCreationOptions })

/** Unlock methods. */
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
      ask(
        { method: 'POST', path: `${path}changes/`, body, sessionToken, ifMatch },
        singleFieldOf('signed_in', readSignedIn),
      ),
  }
}
