/** Content id of the logo, which the HTML of an email shows. */
export const logoContentId = 'school-logo'

/** Pixels; twice what is shown. */
const logoHeight = 64

const made = new WeakMap<Buffer, Promise<Buffer | null>>()

/** The logo of the school as a PNG: mail programs show neither SVG nor WebP. Null for a picture that cannot be read. */
export function mailLogoOf(logo: { content: Buffer } | undefined): Promise<Buffer | null> {
  if (!logo) return Promise.resolve(null)
  const known = made.get(logo.content) ?? toPng(logo.content)
  made.set(logo.content, known)
  return known
}

async function toPng(content: Buffer): Promise<Buffer | null> {
  // With the first email, not at the start of the server: the library takes time and memory.
  const { default: sharp } = await import('sharp')
  return sharp(content, { density: 144 })
    .resize({ height: logoHeight })
    .png()
    .toBuffer()
    .catch(() => null)
}
