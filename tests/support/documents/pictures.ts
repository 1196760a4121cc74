import sharp from 'sharp'

type Size = { width: number; height: number }

/** A picture with one colour in the left half and another in the right half. */
export function picture(format: 'jpeg' | 'png' | 'webp' | 'gif', { width, height }: Size): Promise<Buffer> {
  const half = { create: { width: width / 2, height, channels: 3, background: '#306af5' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#fd7e14' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer()
}
