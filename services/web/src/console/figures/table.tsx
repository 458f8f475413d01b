import { useFormat } from '../../messages/use-text.tsx'

type TableProps = {
  readonly caption: string
  readonly columns: readonly string[]
  /** The first cell is the row's header. */
  readonly rows: readonly (readonly (string | number)[])[]
}

export function Table({ caption, columns, rows }: TableProps) {
  const format = useFormat()
  return (
    <table class="figures">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={[name, ...cells].join(' ')}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]} data-label={columns[at + 1]}>
                {typeof cell === 'number' ? format.number(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
