import { type CallInput, type Device, toFailure } from '@countersign/device'
import { CommandError } from '../command-error.ts'

/** A person of a test: their device, where they have their account, and what they sign in with. */
export type Somebody = {
  readonly device: Device
  readonly issuer: string
  readonly credentials: { readonly login: string; readonly password: string }
}

const HINTS: Readonly<Record<string, string>> = {
  request_expired: 'The request has expired, or its app has pushed another one since.',
  request_not_pending: 'The request was answered before.',
  not_found: 'Somebody else has opened this request: a request is for one person.',
  offline: 'The server was stopped, or is another one.',
}

/**
 * Says of a failure of the device what it means to a test.
 * @throws CommandError, or what was thrown if that is not the device's
 */
export async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const { code } = toFailure(cause)
    if (cause instanceof CommandError || code === 'bug') throw cause
    throw new CommandError(HINTS[code] ?? `The person's device refuses: ${code}.`, { cause })
  }
}

/** The same once more, where the device asks for the password first, as the page would. */
export async function confirmed<Result>(
  { device, credentials }: Somebody,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { purpose } = toFailure(error)
    if (!purpose || purpose.act === 'recover') throw error
    await device.stepUpByPassword({ ...credentials, purpose } satisfies CallInput<'stepUpByPassword'>)
    return work()
  }
}
