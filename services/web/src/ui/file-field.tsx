import { useId } from 'preact/hooks'

type FileFieldProps = {
  readonly label: string
  /** Default: JSON. */
  readonly accept?: string
  readonly onChoose: (file: File) => void
}

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
