import { Client } from 'pg'

/** What to do with what other processes say. */
export type Listener = {
  readonly onNotification: (payload: string) => void
  /** Listening has begun, for the first time or again: what was said in between went unheard. */
  readonly onConnected: () => void
}

/** Listens on a channel until the returned function is called. */
export type Listen = (channel: string, listener: Listener) => () => Promise<void>

const PAUSE_BEFORE_RECONNECTING_MS = 1_000
const CHANNEL = /^[a-z_]+$/

/**
 * Listens to PostgreSQL's notifications on a connection of its own, and connects again whenever it is lost. One that
 * fell silent is found out by asking it, a deadline after it last answered. Never fails: whoever listens must be right
 * without it too, only later.
 */
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

/** One connection that listens, until it is closed or lost; its loss is told once. */
function openListening({ connectionString, deadlineMs, channel, listener }: Listening, onLost: () => void) {
  const client = new Client({ connectionString, connectionTimeoutMillis: deadlineMs, query_timeout: deadlineMs })
  let timer: NodeJS.Timeout | undefined
  let over = false

  // Nobody waits for the other end to agree: it may have been gone for long.
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

/** For the embedded database: one process has it to itself, so there is nobody to hear from. */
export const listenToNobody: Listen = () => async () => undefined
