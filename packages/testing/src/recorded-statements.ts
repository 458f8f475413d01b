import { Client, escapeLiteral } from 'pg'

export type RecordedStatement = { readonly text: string; readonly values: readonly (string | Buffer | null)[] }

/** Records the prepared statements of connections that this process opens, until stopped. */
export function recordStatements() {
  const opened = new WeakSet<object>()
  const recorded: RecordedStatement[] = []
  const client: Record<'connect' | 'query', (...parameters: unknown[]) => unknown> = Client.prototype
  const before = { connect: client.connect, query: client.query }

  client.connect = function connect(this: object, ...parameters) {
    opened.add(this)
    return before.connect.apply(this, parameters)
  }
  client.query = function query(this: object, ...parameters) {
    const [statement] = parameters
    if (opened.has(this) && isPrepared(statement)) recorded.push({ text: statement.text, values: statement.values })
    return before.query.apply(this, parameters)
  }
  return {
    /** Statements since the last call. */
    take: (): RecordedStatement[] => recorded.splice(0),
    stop: (): void => void Object.assign(client, before),
  }
}

/** As `prepared-query.ts` of `packages/service` hands it to `pg`. */
function isPrepared(query: unknown): query is RecordedStatement & { submit(): void } {
  return typeof query === 'object' && query !== null && 'submit' in query && 'values' in query
}

/** A cluster's plan of a statement. */
export type Explained = {
  readonly text: string
  /** Shards read or written: colocated ones count as one, reference tables not at all. */
  readonly shards: number
  /** Sum of the tasks that the coordinator runs. */
  readonly tasks: number
  /** Whether intermediate rows go to every machine, because an inserting part might need them anywhere. */
  readonly isBroadcast: boolean
}

/** Explains a statement with these values without running it. */
export async function explainStatement(url: string, statement: RecordedStatement): Promise<Explained> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set citus.explain_all_tasks = on')
    const explain = `explain (verbose, costs off) ${await withValues(client, statement)}`
    const { rows } = await client.query<Record<string, string>>(explain)
    const plan = rows.flatMap((row) => Object.values(row)).join('\n')
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
    const isBroadcast = plan.includes('Distributed Subplan') && plan.includes('pull to coordinator')
    const text = statement.text.replaceAll(/\s+/g, ' ').trim()
    return { text, shards: await countShards(client, plan), tasks, isBroadcast }
  } finally {
    await client.end()
  }
}

/** Runs a statement on a cluster and counts the commands between its machines, also if it is refused the second time. */
export async function countRemoteCommands(url: string, { text, values }: RecordedStatement): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set citus.log_remote_commands = on')
    let commands = 0
    client.on('notice', ({ message = '' }) => {
      if (message.startsWith('issuing ')) commands += 1
    })
    await client.query({ name: 'counted', text, values: [...values] }).catch(() => undefined)
    return commands
  } finally {
    await client.end()
  }
}

/** Shard tables end in their shard's number. */
async function countShards(client: Client, plan: string): Promise<number> {
  const numbers = new Set([...plan.matchAll(/_(\d{6,})\b/g)].map(([, number]) => number))
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct (colocationid, shardminvalue))::int as count
       from pg_dist_shard join pg_dist_partition using (logicalrelid)
      where shardid = any($1::bigint[]) and shardminvalue is not null`,
    [[...numbers]],
  )
  return rows[0]?.count ?? 0
}

/** Inlines the values with the types of their parameters. */
async function withValues(client: Client, { text, values }: RecordedStatement): Promise<string> {
  await client.query(`prepare explained as ${text}`)
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'explained'`,
  )
  const types = rows[0]?.types ?? []
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1] ?? null
    return `${literal(value)}::${types[Number(number) - 1]}`
  })
}

function literal(value: string | Buffer | null): string {
  if (value === null) return 'null'
  return typeof value === 'string' ? escapeLiteral(value) : `'\\x${value.toString('hex')}'`
}
