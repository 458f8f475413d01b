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
 * Listens to PostgreSQL's notifications on a connection of its own, and connects again whenever it is lost. Never fails:
 * whoever listens must be right without it too, only later.
 */
export function listenOn(connectionString: string): Listen {
  return (channel, listener) => {
    if (!CHANNEL.test(channel)) throw new Error('A channel is named in lower case letters.')
    let client: Client | undefined
    let timer: NodeJS.Timeout | undefined
    let stopped = false

    function connect(): void {
      const connection = new Client({ connectionString })
      client = connection
      let lost = false
      const reconnect = (): void => {
        if (lost || stopped) return
        lost = true
        connection.end().catch(() => undefined)
        timer = setTimeout(connect, PAUSE_BEFORE_RECONNECTING_MS).unref()
      }
      connection.on('error', reconnect)
      connection.on('end', reconnect)
      connection.on('notification', ({ payload = '' }) => listener.onNotification(payload))
      connection
        .connect()
        .then(() => connection.query(`listen ${channel}`))
        .then(() => listener.onConnected(), reconnect)
    }

    connect()
    return async () => {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    }
  }
}

/** For the embedded database: one process has it to itself, so there is nobody to hear from. */
export const listenToNobody: Listen = () => async () => undefined
