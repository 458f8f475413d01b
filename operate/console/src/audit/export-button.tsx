import { Button } from '@countersign/ui/button.tsx'
import { download } from '@countersign/ui/files.tsx'
import { useFormat } from '@countersign/ui/messages/use-text.tsx'
import { Notice } from '@countersign/ui/notice.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from '../console-frame.tsx'
import { RefusalNotice } from '../elements.tsx'
import { AUDIT_TEXTS } from './audit-texts.ts'
import { EXPORT_LIMIT, exportEvents } from './export-events.ts'

/** Saves what the filter matches as JSON lines. */
export function ExportButton({ query }: { query: Readonly<Record<string, string>> }) {
  const { api } = useConsole()
  const format = useFormat()
  const task = useTask<'export'>()
  const [read, setRead] = useState(0)
  const [note, setNote] = useState('')
  const left = useRef(new AbortController())
  useEffect(() => () => left.current.abort(), [])
  const save = async () => {
    setRead(0)
    setNote('')
    const { signal } = left.current
    const { lines, isComplete } = await exportEvents({
      listEvents: api.listEvents,
      query,
      onProgress: setRead,
      signal,
    })
    if (signal.aborted) return
    download(`audit-${new Date().toISOString().slice(0, 16).replace(':', '')}.jsonl`, lines, 'application/jsonl')
    setNote(isComplete ? '' : AUDIT_TEXTS.exportCut(format.number(EXPORT_LIMIT)))
  }
  return (
    <>
      <Button
        kind="secondary"
        onClick={() => task.run('export', save)}
        busyText={task.running && AUDIT_TEXTS.exporting(format.number(read))}
        label={AUDIT_TEXTS.export}
      />
      <div class="ask-failure">
        <RefusalNotice failure={task.failure} />
        <Notice>{note}</Notice>
      </div>
    </>
  )
}
