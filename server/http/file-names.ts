/**
 * The name of a file as it is stored, shown and offered: without folders, control characters, characters that reverse the
 * text around them, and signs that file systems refuse. Of a long one the end, which has the kind of the file.
 */
export function cleanFileName(name: string, { maxLength, fallback }: { maxLength: number; fallback: string }): string {
  const own = name.split(/[\\/]/).at(-1) ?? ''
  const clean = own
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*\uFFFD]/gu, '')
    .trim()
  return Array.from(clean).slice(-maxLength).join('').trim() || fallback
}

/** The name in `x-file-name`, percent-encoded UTF-8; null if it is not. */
export function decodeFileName(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
