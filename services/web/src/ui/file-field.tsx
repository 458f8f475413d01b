import { useId } from 'preact/hooks'

type FileFieldProps = {
  readonly label: string
  /** What the list of files offers; without it, what these pages once saved: all of that is JSON. */
  readonly accept?: string
  readonly onChoose: (file: File) => void
}

/** Chooses a file. */
export function FileField({ label, accept = 'application/json,.json', onChoose }: FileFieldProps) {
  const id = useId()
  return (
    <div class="field-file">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
        }}
      />
    </div>
  )
}
