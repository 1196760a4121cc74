import { fileURLToPath } from 'node:url'
import anyAscii from 'any-ascii'
import { type Font, openSync } from 'fontkit'

export type FontWeight = 'text' | 'bold'
export type FontName = keyof typeof fontPaths

/**
 * PT Sans has the letters of Russia's languages. DejaVu Sans also has Latin with all marks (Vietnamese), Greek, Georgian
 * and Armenian. Both may be embedded; a document holds only the glyphs that it uses.
 */
const fontPaths = {
  text: fileURLToPath(import.meta.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf')),
  'text-fallback': fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  'bold-fallback': fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
} as const

/**
 * The font of a text, and the text with its letters. One font draws the whole text: a change of fonts inside of a line
 * would break its measurement. What no font can draw becomes Latin letters: «王» becomes «Wang».
 */
export function fitFont(text: string, weight: FontWeight): { font: FontName; drawable: string } {
  const characters = [...text.normalize('NFC')]
  const isIn = (font: FontName) => (character: string) => /\s/.test(character) || hasGlyph(font, character)
  if (characters.every(isIn(weight))) return { font: weight, drawable: characters.join('') }
  const font = `${weight}-fallback` as const
  const isDrawn = (character: string) => isIn(font)(character) && !rightToLeft.test(character)
  return { font, drawable: characters.map((each) => (isDrawn(each) ? each : transliterate(each))).join('') }
}

/** The fallback has Hebrew and Arabic letters too, but PDFs are written from left to right. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Latin letters; nothing for a mark; a question mark for a letter that is not known. */
function transliterate(character: string): string {
  return anyAscii(character) || (/\p{L}/u.test(character) ? '?' : '')
}

const opened = new Map<FontName, Font>()

/**
 * The font for every document: reading one takes longer than drawing a page with it. Opened at its first use, because most
 * documents need no fallback.
 */
export function fontOf(name: FontName): Font {
  const known = opened.get(name)
  if (known) return known
  const font = openSync(fontPaths[name]) as Font
  // A glyph keeps the letters of its first use. One that is first used as a part of another would have none, and could not be
  // copied from any later document.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
  opened.set(name, font)
  return font
}

function hasGlyph(name: FontName, character: string): boolean {
  return fontOf(name).hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}
