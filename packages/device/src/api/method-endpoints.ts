import type {
  MethodChangeRequest,
  NewMethod as NewMethodBody,
  PasswordMethodStartRequest,
} from '@countersign/contracts'
import { readMethods, readSignedIn } from './account-shapes.ts'
import { readFields, readTexts } from './fields.ts'
import type { Ask } from './http.ts'
import { readCreationOptions } from './passkey-shapes.ts'

/** The union's members without their record, which is made last: the change is prepared again after a conflict. */
type WithoutRecord<Method> = Method extends unknown ? Omit<Method, 'unlock'> : never
export type MethodToAdd = WithoutRecord<NewMethodBody>

/** Unlock methods. */
export function createMethodEndpoints(ask: Ask) {
  const path = '/api/account/methods/'
  return {
    listMethods: async (sessionToken: string) => readMethods(await ask({ method: 'GET', path, sessionToken })),
    startPasswordMethod: async (sessionToken: string, body: PasswordMethodStartRequest) =>
      readTexts(await ask({ method: 'POST', path: `${path}password/start/`, body, sessionToken }), [
        'registration_id',
        'registration_response',
      ]),
    startPasskeyMethod: async (sessionToken: string) => {
      const answer = await ask({ method: 'POST', path: `${path}passkey/start/`, body: {}, sessionToken })
      const { registration_id: registrationId } = readTexts(answer, ['registration_id'])
      return { registrationId, options: readCreationOptions(readFields(answer)['options']) }
    },
    changeMethods: async (sessionToken: string, ifMatch: string, body: MethodChangeRequest) => {
      const answer = await ask({ method: 'POST', path: `${path}changes/`, body, sessionToken, ifMatch })
      return readSignedIn(readFields(answer)['signed_in'])
    },
  }
}
