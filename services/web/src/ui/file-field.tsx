import { useId } from 'preact/hooks'

type FileFieldProps = {
  readonly label: string
  readonly onChoose: (file: File) => void
}

/** Chooses a file that these pages once saved: all of them are JSON. */
export function FileField({ label, onChoose }: FileFieldProps) {
  const id = useId()
  return (
    <div class="file">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept="application/json,.json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
        }}
      />
    </div>
  )
}
