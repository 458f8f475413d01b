import { useId } from 'preact/hooks'

type FileFieldProps = {
  readonly label: string
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

/** Saves a file that was made in the page; sends nothing. */
export function download(fileName: string, content: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
