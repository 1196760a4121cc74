import { isUtf8 } from 'node:buffer'

/** Encodings that are recognised, by their names in the Encoding Standard. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251'

/** The bytes are text of none of the encodings. Lines are counted from 1. */
export class EncodingError extends Error {
  readonly line: number

  constructor(line: number) {
    super('unknown encoding')
    this.line = line
  }
}

/** Bytes that are awaited before the encoding is decided: a mark, or a letter of UTF-8, may be cut by a chunk. */
const decidingBytes = 4

/**
 * Decodes a stream. A byte order mark decides; without one UTF-16 is recognised by the zero bytes of its first letter,
 * and the first chunk with other letters than those of ASCII is UTF-8 or, if its bytes make Russian words, Windows-1251,
 * in which Excel saves CSV in Russia. Throws an `EncodingError`.
 */
export async function* decodeText(
  stream: AsyncIterable<Uint8Array>,
  onEncoding: (encoding: TextEncoding) => void = () => undefined,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  let held = Buffer.alloc(0)
  let isStart = true
  let lines = 1
  const decode = (bytes: Uint8Array, isLast: boolean): string => {
    if (!decoder) {
      const encoding = recognise(bytes, isStart, lines)
      isStart = false
      if (encoding === null) return count(Buffer.from(bytes).toString('latin1'))
      onEncoding(encoding)
      decoder = new TextDecoder(encoding, { fatal: true })
    }
    try {
      return count(decoder.decode(bytes, { stream: !isLast }))
    } catch {
      throw new EncodingError(lines)
    }
  }
  const count = (text: string) => {
    lines += text.split('\n').length - 1
    return text
  }
  for await (const chunk of stream) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    if (!decoder && isUndecided(held, isStart)) continue
    const text = decode(held, false)
    held = Buffer.alloc(0)
    if (text !== '') yield text
  }
  const text = decode(held, true)
  if (text !== '') yield text
}

function isUndecided(bytes: Buffer, isStart: boolean): boolean {
  const at = bytes.findIndex((byte) => byte > 0x7f)
  return (isStart && bytes.length < decidingBytes) || (at !== -1 && bytes.length - at < decidingBytes)
}

/** Null: letters of ASCII alone, which are equal in UTF-8 and Windows-1251. */
function recognise(bytes: Uint8Array, isStart: boolean, line: number): TextEncoding | null {
  const [first, second, third] = bytes
  if (isStart) {
    if (first === 0xff && second === 0xfe) return 'utf-16le'
    if (first === 0xfe && second === 0xff) return 'utf-16be'
    if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
    if (first && second === 0) return 'utf-16le'
    if (first === 0 && second) return 'utf-16be'
  }
  if (!bytes.some((byte) => byte > 0x7f)) return null
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    if (isRussian(new TextDecoder('windows-1251').decode(bytes))) return 'windows-1251'
    const damaged = linesOf(bytes).findIndex((one) => !isUtf8(one))
    throw new EncodingError(line + Math.max(damaged, 0))
  }
}

function linesOf(bytes: Uint8Array): Buffer[] {
  return Buffer.from(bytes)
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'))
}

const lettersAndSigns = /^[\0-\x7fА-яЁёІіЇїЄєҐґЎў«»„“”‘’‹›–—…№°•·€\u00a0]*$/
const russianWord = /^(?:[А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]+|[А-ЯЁІЇЄҐЎ]+)$/

/** Bytes of another encoding give signs that Russian texts lack, Latin words with single Cyrillic letters, or iNVERTED case. */
function isRussian(text: string): boolean {
  if (!lettersAndSigns.test(text)) return false
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /[^\0-\x7f]/.test(word))
  return words.filter((word) => russianWord.test(word)).length >= words.length * 0.8
}
