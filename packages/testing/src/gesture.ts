import type { Intent } from '@countersign/contracts'
import { type CallInput, type CallName, type CallOutput, type Device, toFailure } from '@countersign/device'
import { type Authenticator, prfOutputOf } from './authenticator.ts'

/** How somebody confirms what a device asks of them. */
export type Gesture = (device: Device, purpose: Intent) => Promise<unknown>

export function byPasskey(passkey: Authenticator): Gesture {
  return async (device, purpose) => {
    const { challengeId, options } = await device.startPasskeyStepUp({ purpose })
    return device.stepUpByPasskey({ challengeId, response: passkey.get(options), prf: prfOutputOf(passkey) })
  }
}

export function byPassword(credentials: { readonly login: string; readonly password: string }): Gesture {
  return (device, purpose) => device.stepUpByPassword({ ...credentials, purpose })
}

type AnyCall = (input: CallInput<CallName>) => Promise<CallOutput<CallName>>

/** A device whose owner confirms whatever it asks for, as the pages have it: one gesture for one thing, then the same call. */
export function confirming(device: Device, gesture: Gesture): Device {
  const confirmed = Object.entries(device).map(([name, call]) => {
    const work = call as AnyCall
    const confirmedCall: AnyCall = async (input) => {
      try {
        return await work(input)
      } catch (error) {
        const { purpose } = toFailure(error)
        if (!purpose || purpose.act === 'recover') throw error
        await gesture(device, purpose)
        return work(input)
      }
    }
    return [name, confirmedCall]
  })
  return Object.fromEntries(confirmed) as Device
}
