import { readImage } from '@countersign/service/images'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

const POSITION = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 48/1 0/1' } }
const COMMENT = { IFD0: { ImageDescription: 'at home' } }

function draw() {
  const pixels = Buffer.from(Array.from({ length: 24 * 24 * 3 }, (_, index) => (index * 7) % 256))
  return sharp(pixels, { raw: { width: 24, height: 24, channels: 3 } }).withIccProfile('srgb')
}

const drawn = () =>
  draw()
    .withExif({ ...COMMENT, ...POSITION })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')

describe.each([
  ['png', () => drawn().png()],
  ['jpeg', () => drawn().jpeg()],
  ['jpeg', () => drawn().jpeg({ progressive: true })],
  ['webp', () => drawn().webp()],
  ['webp', () => drawn().webp({ lossless: true })],
] as const)('a logo in %s', (format, make) => {
  test('keeps its pixels and colours, and loses where it was taken', async () => {
    const photo = await make().toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const image = readImage(photo)
    const bytes = image?.bytes ?? Buffer.alloc(0)
    const { exif, xmp, icc, comments, ...rest } = await sharp(bytes).metadata()
    expect([image?.type, rest.format, exif, xmp, comments]).toEqual([
      `image/${format}`,
      format,
      undefined,
      undefined,
      undefined,
    ])
    expect(icc).toBeDefined()
    expect(bytes.includes('at home')).toBe(false)
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer())
    expect(readImage(bytes)?.bytes).toEqual(bytes)
  })

  test('loses what is behind its end', async () => {
    const photo = await make().toBuffer()
    const painted = readImage(photo)?.bytes
    expect(readImage(Buffer.concat([photo, Buffer.from('<script>')]))?.bytes).toEqual(painted)
  })

  test('is refused wherever it is cut short', async () => {
    const photo = await make().toBuffer()
    for (let length = 0; length < photo.length; length += 1) {
      expect(readImage(photo.subarray(0, length)), `${length} of ${photo.length}`).toBeUndefined()
    }
  })
})

test('a PNG with a broken checksum is refused', async () => {
  const png = await draw().png().toBuffer()
  const at = png.indexOf('IDAT') + 8
  png.writeUInt8(png.readUInt8(at) ^ 1, at)
  expect(readImage(png)).toBeUndefined()
})
