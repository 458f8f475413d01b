import { Client } from 'pg'

export type Listener = {
  /** `application_name` of the connection in PostgreSQL. */
  readonly name?: string
  readonly onNotification: (payload: string) => void
  /** Notifications before it were missed. */
  readonly onConnected: () => void
}

/** Listens until the returned function is called. */
export type Listen = (channel: string, listener: Listener) => () => Promise<void>

const PAUSE_BEFORE_RECONNECTING_MS = 1_000
const CHANNEL = /^[a-z_]+$/

/** Probes a silent connection and reconnects after a loss. Never fails: without notifications listeners are only slower. */
export function listenOn(connectionString: string, deadlineMs: number): Listen {
  return (channel, listener) => {
    if (!CHANNEL.test(channel)) throw new Error('A channel is named in lower case letters.')
    let connection: { readonly close: () => void } | undefined
    let timer: NodeJS.Timeout | undefined
    let stopped = false

    function connect(): void {
      connection = openListening({ connectionString, deadlineMs, channel, listener }, () => {
        if (!stopped) timer = setTimeout(connect, PAUSE_BEFORE_RECONNECTING_MS).unref()
      })
    }

    connect()
    return async () => {
      stopped = true
      clearTimeout(timer)
      connection?.close()
    }
  }
}

type Listening = {
  readonly connectionString: string
  readonly deadlineMs: number
  readonly channel: string
  readonly listener: Listener
}

/** Reports its loss once. */
function openListening({ connectionString, deadlineMs, channel, listener }: Listening, onLost: () => void) {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
    application_name: listener.name,
  })
  let timer: NodeJS.Timeout | undefined
  let over = false

  // The server may be gone.
  function close(): void {
    over = true
    clearTimeout(timer)
    client.end().catch(() => undefined)
  }

  function lose(): void {
    if (over) return
    close()
    onLost()
  }

  function askLater(): void {
    if (over) return
    timer = setTimeout(() => {
      client.query('select 1').then(askLater, lose)
    }, deadlineMs).unref()
  }

  client.on('error', lose)
  client.on('end', lose)
  client.on('notification', ({ payload = '' }) => listener.onNotification(payload))
  client
    .connect()
    .then(() => client.query(`listen ${channel}`))
    .then(() => listener.onConnected())
    .then(askLater)
    .catch(lose)
  return { close }
}

/** For the embedded database: no other process uses it. */
export const listenToNobody: Listen = () => async () => undefined
