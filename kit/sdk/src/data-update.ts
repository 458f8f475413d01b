import { verifyDataUpdate } from '@countersign/data-token/web'
import { base64url } from 'jose'
import type { DataTokenReader } from './data-token.ts'
import { SignInError } from './errors.ts'
import { areEqual } from './flow.ts'
import type { DataUpdate, RefreshedTokens, VerifiedClaims } from './results.ts'

/** An update must match it. The app keeps it as one opaque text. */
type DataState = {
  readonly grant: string
  readonly subject: string
  /** Of the newest update that was taken; 0 before the first. */
  readonly version: number
  readonly secret: string
}

export function newDataState({ subject, authRequestId: grant }: VerifiedClaims, secret: string): string {
  return writeState({ grant, subject, version: 0, secret })
}

/** A refused update never fails a refresh, whose tokens would be lost. Neither member for one that the app has. */
export async function takeUpdate(
  dataTokens: DataTokenReader,
  dataToken: string,
  dataState: string | undefined,
): Promise<Pick<RefreshedTokens, 'data' | 'refusedData'>> {
  try {
    return { data: await readUpdate(dataTokens, dataToken, dataState) }
  } catch (cause) {
    if (cause instanceof SignInError) return { refusedData: cause }
    return { refusedData: new SignInError('unreachable', 'The update could not be read.', { cause }) }
  }
}

async function readUpdate(
  dataTokens: DataTokenReader,
  dataToken: string,
  dataState: string | undefined,
): Promise<DataUpdate | undefined> {
  const state = readState(dataState)
  const { token, verified, updateSecret = '' } = await dataTokens.read(dataToken, verifyDataUpdate)
  if (token.sub !== state.subject) throw new SignInError('wrong_subject', 'The update is about another person.')
  if (token.auth_request_id !== state.grant) throw new SignInError('foreign_claims', 'The update is for another grant.')
  if (!(await areEqual(updateSecret, state.secret))) {
    throw new SignInError('foreign_claims', 'The update does not come from the device that approved.')
  }
  const { version, as_of: asOf } = token
  if (version < state.version) throw new SignInError('older_data', 'The update is older than the one that you have.')
  if (version === state.version) return undefined
  const { authRequestId: _, verifiedClaims: _issued, refusedCredentials: _refused, ...shared } = verified
  const named = Object.entries(verified.claims)
  return {
    ...shared,
    version,
    claims: Object.fromEntries(named.filter(([, value]) => value !== '')),
    gone: named.flatMap(([name, value]) => (value === '' ? [name] : [])),
    asOf: new Date(asOf * 1000),
    dataState: writeState({ ...state, version }),
  }
}

/** @throws SignInError */
function readState(dataState: string | undefined): DataState {
  const state = dataState === undefined ? undefined : parseState(dataState)
  if (state) return state
  throw new SignInError(
    'no_data_state',
    `The user sent an update, and dataState is ${dataState === undefined ? 'missing' : 'damaged'}: keep that of finishSignIn, and then that of each data, beside the refresh token.`,
  )
}

function writeState(state: DataState): string {
  return base64url.encode(JSON.stringify(state))
}

function parseState(text: string): DataState | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(text)))
    return isState(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isState(value: unknown): value is DataState {
  const { grant, subject, version, secret }: Readonly<Record<string, unknown>> = Object(value)
  const isFilled = [grant, subject, secret].every((each) => typeof each === 'string' && each !== '')
  return isFilled && Number.isSafeInteger(version) && Number(version) >= 0
}
