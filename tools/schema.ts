/** `schema.sql` of a service: its tables after all migrations, from the catalogue, with the migrations' comments. */
import { coreMigrations } from '@countersign/core'
import { providerMigrations } from '@countersign/provider'
import { type Database, type Migrations, migrate, openDatabase, readMigrations } from '@countersign/service/sql'

const COLUMNS = `
  select attrelid::regclass::text as table, attname as name,
         concat_ws(' ', replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz'), case when attnotnull then 'not null' end,
           case when attgenerated = '' then 'default ' || pg_get_expr(adbin, adrelid)
                else 'generated always as (' || pg_get_expr(adbin, adrelid) || ') stored' end) as text
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where attrelid in (select oid from pg_class where relnamespace = $1::regnamespace and relkind = 'r')
     and attnum > 0 and not attisdropped
   order by 1, attnum`
const CONSTRAINTS = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text
    from pg_constraint where connamespace = $1::regnamespace and conrelid <> 0 and contype <> 'n'
   order by 1, contype <> 'p', 2`
const INDEXES = `
  select indrelid::regclass::text as table, relname as name, replace(pg_get_indexdef(indexrelid), ' USING btree', '') as text
    from pg_index join pg_class on pg_class.oid = indexrelid
   where relnamespace = $1::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
   order by 1, 2`
const ROUTINES = `
  select '' as table, proname as name, pg_get_functiondef(oid) as text
    from pg_proc where pronamespace = $1::regnamespace and prokind in ('f', 'p')
  union all
  select tgrelid::regclass::text, tgname, pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
   where relnamespace = $1::regnamespace and not tgisinternal
   order by 1, 2`
const UNLOGGED = `
  select oid::regclass::text as table, relname as name, '' as text
    from pg_class where relnamespace = $1::regnamespace and relpersistence = 'u'`

const HEAD =
  '-- Generated from migrations/ by `npm run generate`, to read: the tables as they are now. Nothing runs this file.\n'

type Part = { readonly table: string; readonly name: string; readonly text: string }

/** Texts by path. */
export async function writeSchemas(): Promise<ReadonlyMap<string, string>> {
  const database = await openDatabase({})
  const texts = new Map<string, string>()
  for (const migrations of [providerMigrations, coreMigrations]) {
    await migrate(database, migrations)
    texts.set(`services/${migrations.schema}/schema.sql`, await writeSchema(database, migrations))
  }
  await database.close()
  return texts
}

async function writeSchema({ pool }: Database, { schema, folder }: Migrations): Promise<string> {
  const read = async (query: string): Promise<readonly Part[]> => (await pool.query<Part>(query, [schema])).rows
  const columns = await read(COLUMNS)
  const constraints = await read(CONSTRAINTS)
  const indexes = await read(INDEXES)
  const unlogged = new Set((await read(UNLOGGED)).map((each) => each.table))
  const comments = readComments(readMigrations(folder).map(({ text }) => text))
  const commentAbove = (key: string): string => comments.get(key)?.above ?? ''
  const of = (parts: readonly Part[], table: string) => parts.filter((each) => each.table === table)

  const tables = [...new Set(columns.map((each) => each.table))].map((table) => {
    const lines = [
      ...writeColumns(of(columns, table), comments),
      ...of(constraints, table).map(({ name, text }) => ({ above: '', text: `constraint ${name} ${text}`, after: '' })),
    ]
    const body = lines.map(({ above, text, after }, place) => {
      const comma = place < lines.length - 1 ? ',' : ''
      return `${above}  ${text}${comma}${after && ` ${after}`}\n`
    })
    const create = `create ${unlogged.has(table) ? 'unlogged ' : ''}table`
    const own = of(indexes, table).map(({ name, text }) => `${commentAbove(name)}${text};\n`)
    return `${commentAbove(table)}${create} ${table} (\n${body.join('')});\n${own.length > 0 ? '\n' : ''}${own.join('')}`
  })
  const routines = await read(ROUTINES)
  const others = routines.map(({ name, text }) => `${commentAbove(`${schema}.${name}`)}${text.trim()};\n`)
  return [HEAD, ...tables, ...others].join('\n')
}

function writeColumns(columns: readonly Part[], comments: ReadonlyMap<string, Comment>): readonly Line[] {
  const width = Math.max(...columns.map(({ name }) => name.length))
  return columns.map(({ table, name, text }) => {
    const { above = '', after = '' } = comments.get(`${table}.${name}`) ?? {}
    return { above: above.replaceAll(/^(?=.)/gm, '  '), text: `${name.padEnd(width)} ${text}`, after }
  })
}

type Comment = { readonly above: string; readonly after: string }
type Line = Comment & { readonly text: string }

const NAMES = [
  /^create (?:unlogged )?table (?<table>[\w.]+) \($/,
  /^create (?:unique )?index (?<name>\w+)/,
  /^create (?:or replace )?(?:function|procedure) (?<name>[\w.]+)/,
  /^alter table (?<of>[\w.]+) add column (?<column>\w+).*?(?<after>--.*)?$/,
]
const COLUMN = /^ {2}(?<column>\w+) .*?(?<after>--.*)?$/

/** Comments of migrations, by the table, column, index or function below or before them. Later files win. */
function readComments(texts: readonly string[]): ReadonlyMap<string, Comment> {
  const comments = new Map<string, Comment>()
  let [above, within] = ['', '']
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    if (/^\s*--/.test(line)) {
      above += `${line.trim()}\n`
      continue
    }
    if (line === ');') within = ''
    const patterns = within ? [COLUMN] : NAMES
    const found = patterns.map((pattern) => pattern.exec(line)?.groups).find(Boolean) ?? {}
    const { table = '', name, of = within, column, after = '' } = found
    const key = column ? `${of}.${column}` : table || name
    if (key) comments.set(key, { above, after })
    within ||= table
    above = within && line === '' ? '\n' : ''
  }
  return comments
}
