import { MAX_VALUE_BYTES } from '@countersign/device'
import { Button } from '@countersign/ui/button.tsx'
import { ClaimText } from '@countersign/ui/claim-text.tsx'
import { FileField } from '@countersign/ui/files.tsx'
import { useFullText } from '@countersign/ui/messages/use-text.tsx'
import { Notice } from '@countersign/ui/notice.tsx'
import { useState } from 'preact/hooks'
import type { LabelledFieldProps } from './checked-value.tsx'

/** A picture from a file, scaled down to fit into a claim. */
export function PictureField({ claim, label, value, onInput }: LabelledFieldProps) {
  const text = useFullText()
  const [hasFailed, setFailed] = useState(false)
  const choose = async (file: File) => {
    const picture = await scalePicture(file).catch(() => undefined)
    setFailed(picture === undefined)
    if (picture !== undefined) onInput(picture)
  }
  return (
    <div class="value-field-picture">
      {value !== '' && <ClaimText claim={claim} value={value} />}
      <FileField label={label} accept="image/*" onChoose={(file) => void choose(file)} />
      {value !== '' && <Button kind="quiet" onClick={() => onInput('')} label={text.vault.remove} about={label} />}
      <Notice kind="error">{hasFailed && text.values.problems.picture}</Notice>
    </div>
  )
}

const SIDES = [256, 192, 160, 128, 96, 64, 48] as const
const QUALITIES = [0.8, 0.6, 0.4] as const

/** Crops a picture to a square that fits a claim; drops its metadata. @throws DOMException when it is no picture */
async function scalePicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  try {
    for (const side of SIDES) {
      const canvas = drawSquare(picture, side)
      const small = QUALITIES.map((quality) => toDataUrl(canvas, quality)).find((url) => url.length <= MAX_VALUE_BYTES)
      if (small !== undefined) return small
    }
  } finally {
    picture.close()
  }
  throw new DOMException('No size of this picture fits.', 'EncodingError')
}

function drawSquare(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new DOMException('This browser draws no pictures.', 'NotSupportedError')
  // Transparency becomes black in JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  const cut = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2]
  context.drawImage(picture, left, top, cut, cut, 0, 0, side, side)
  return canvas
}

/** JPEG where the browser cannot write WebP: its fallback, PNG, has no quality setting. */
function toDataUrl(canvas: HTMLCanvasElement, quality: number): string {
  const webp = canvas.toDataURL('image/webp', quality)
  return webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality)
}
