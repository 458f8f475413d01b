import type { Failure } from '@countersign/device'
import { Button } from '@countersign/ui/button.tsx'
import { useText } from '@countersign/ui/messages/use-text.tsx'
import { RefusalNotice } from '../elements.tsx'
import { CATALOGUE_TEXTS } from './catalogue-texts.ts'

type FormEndProps = { readonly isBusy: boolean; readonly failure: Failure | undefined; readonly onClose: () => void }

export function FormEnd({ isBusy, failure, onClose }: FormEndProps) {
  const { common } = useText()
  return (
    <>
      <RefusalNotice failure={failure} />
      <div class="actions start">
        <Button type="submit" busyText={isBusy ? common.saving : undefined} label={common.save} />
        <Button kind="quiet" onClick={onClose} label={CATALOGUE_TEXTS.close} />
      </div>
    </>
  )
}
