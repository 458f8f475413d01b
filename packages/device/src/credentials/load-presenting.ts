import { ClientError } from '../failure.ts'

/** @throws ClientError `offline` if the script does not arrive */
export async function loadPresenting() {
  try {
    return await import('./presenting-parts.ts')
  } catch (error) {
    throw new ClientError({ code: 'offline' }, { cause: error })
  }
}
