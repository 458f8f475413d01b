import { expectFields, expectText } from '@countersign/contracts/json-form'

/** The parameters that came back to the tab of a test. */
export type Returned = {
  readonly state: string
  readonly iss: string
  readonly code: string
  readonly error: string
  readonly description: string
}

type Taking = { readonly taken: string }

const CHANNEL = 'countersign:test-sign-in'
const TAKEN_WITHIN_MS = 2_000

export function readReturned(query: URLSearchParams): Returned {
  const get = (name: string) => query.get(name) ?? ''
  return {
    state: get('state'),
    iss: get('iss'),
    code: get('code'),
    error: get('error'),
    description: get('error_description'),
  }
}

/** Hands it to the console that began this test, in another tab; answers whether one took it. */
export function tellConsole(returned: Returned): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL)
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), TAKEN_WITHIN_MS)
    channel.addEventListener('message', ({ data }) => resolve(isTaking(data, returned.state)))
    channel.postMessage({ ...returned } satisfies Returned)
  }).finally(() => channel.close())
}

/** Calls back once with what came back with this state, and ignores everything else. Answers how to stop. */
export function awaitReturn(state: string, onReturned: (returned: Returned) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => {
    const returned = findReturned(data)
    if (returned?.state !== state) return
    channel.postMessage({ taken: state } satisfies Taking)
    channel.close()
    onReturned(returned)
  })
  return () => channel.close()
}

function isTaking(data: unknown, state: string): boolean {
  return typeof data === 'object' && data !== null && 'taken' in data && data.taken === state
}

function findReturned(data: unknown): Returned | undefined {
  try {
    const { state, iss, code, error, description } = expectFields(data)
    return {
      state: expectText(state),
      iss: expectText(iss),
      code: expectText(code),
      error: expectText(error),
      description: expectText(description),
    }
  } catch {
    return undefined
  }
}
