import { type Loaded, LoadingNotice } from '@countersign/ui/loading.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { MoreButton, type Pages } from '@countersign/ui/paged-list.tsx'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { RefusalNotice } from './elements.tsx'

export type Column<Item> = {
  readonly title: string
  readonly cell: (item: Item) => ComponentChildren
  /** The value to sort by; without it the column is not sortable. */
  readonly sortBy?: (item: Item) => string | number
  readonly isNumber?: boolean
}

type TableProps<Item> = {
  /** Read out as the table's name. */
  readonly caption: string
  readonly columns: readonly Column<Item>[]
  readonly rows: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** The column that names its row: the first one, unless it is another. */
  readonly nameAt?: number
  /** The row whose details are in sight. */
  readonly currentKey?: string | undefined
  /** More rows are to come: an order would be that of a part. */
  readonly isPart?: boolean
}

type Order = { readonly at: number; readonly isDescending: boolean }

/** A table; on a phone each row is a block whose values have labels. A link with the class `row-link` covers its row. */
export function Table<Item>({ caption, columns, rows, keyOf, nameAt = 0, currentKey, isPart }: TableProps<Item>) {
  const [chosen, setOrder] = useState<Order>()
  const order = isPart ? undefined : chosen
  return (
    <table class="desk-table">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <HeaderCell
              key={column.title}
              column={column}
              at={at}
              order={order}
              onSort={isPart ? undefined : setOrder}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted(rows, columns, order).map((item) => (
          <tr key={keyOf(item)} class={keyOf(item) === currentKey ? 'current' : undefined}>
            {columns.map((column, at) => (
              <Cell key={column.title} column={column} isName={at === nameAt}>
                {column.cell(item)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type HeaderCellProps<Item> = {
  readonly column: Column<Item>
  readonly at: number
  readonly order: Order | undefined
  readonly onSort: ((order: Order) => void) | undefined
}

function HeaderCell<Item>({ column: { title, sortBy, isNumber }, at, order, onSort }: HeaderCellProps<Item>) {
  const own = order?.at === at ? order : undefined
  const sort = own && (own.isDescending ? 'descending' : 'ascending')
  return (
    <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={sort}>
      {sortBy && onSort ? (
        <button type="button" onClick={() => onSort({ at, isDescending: own?.isDescending === false })}>
          {title}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

type CellProps = {
  readonly column: Pick<Column<never>, 'title' | 'isNumber'>
  readonly isName: boolean
  readonly children: ComponentChildren
}

function Cell({ column: { title, isNumber }, isName, children }: CellProps) {
  if (isName) return <th scope="row">{children}</th>
  return (
    <td class={isNumber ? 'number' : undefined} data-label={title}>
      <div>{children}</div>
    </td>
  )
}

function sorted<Item>(rows: readonly Item[], columns: readonly Column<Item>[], order: Order | undefined) {
  const sortBy = order && columns[order.at]?.sortBy
  if (!sortBy) return rows
  const ascending = rows.toSorted((one, other) => compare(sortBy(one), sortBy(other)))
  return order.isDescending ? ascending.toReversed() : ascending
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), 'en')
}

type LoadedTableProps<Item> = Omit<TableProps<Item>, 'rows'> & {
  readonly loaded: Loaded<readonly Item[]>
  readonly empty: ComponentChildren
}

export function LoadedTable<Item>({ loaded, empty, ...table }: LoadedTableProps<Item>) {
  const { content } = loaded
  return (
    <>
      <LoadingNotice loaded={loaded} Refusal={RefusalNotice} />
      {content && (content.length === 0 ? empty : <Table {...table} rows={content} />)}
    </>
  )
}

type PagedTableProps<Item> = Omit<TableProps<Item>, 'rows'> & {
  readonly pages: Pages<Item>
  readonly empty: ComponentChildren
}

export function PagedTable<Item>({ pages, empty, ...table }: PagedTableProps<Item>) {
  const { common } = useText()
  const { items, hasMore, isLoading, failure } = pages
  return (
    <>
      <RefusalNotice failure={failure} />
      {isLoading && items.length === 0 && <p class="fine">{common.loading}</p>}
      {items.length === 0 && !hasMore && empty}
      {items.length > 0 && <Table {...table} rows={items} isPart={hasMore} />}
      <MoreButton pages={pages} />
    </>
  )
}
