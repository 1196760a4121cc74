import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

export type Sheet = InstanceType<typeof PDFDocument>
/** A parent element in the structure tree, for screen readers. */
export type Structure = ReturnType<Sheet['struct']>

export const margin = 48
export const colors = { black: '#1f1f1f', quiet: '#6b6b6b', line: '#d9d9d9' } as const

/** PT Sans has Cyrillic letters and may be embedded (OFL); only the used glyphs are. */
const fonts = {
  text: readAt(import.meta.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf')),
  bold: readAt(import.meta.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf')),
}

export function createSheet(info: { title: string; author: string }): Sheet {
  const sheet: Sheet = new PDFDocument({
    size: 'A4',
    margins: { top: margin + 24, bottom: margin + 16, left: margin, right: margin },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'ru-RU',
    info: { Title: info.title, Author: info.author },
  })
  return sheet.registerFont('text', fonts.text).registerFont('bold', fonts.bold)
}

export function setTextStyle(
  sheet: Sheet,
  font: keyof typeof fonts,
  size: number,
  color: string = colors.black,
): Sheet {
  return sheet.font(font).fontSize(size).fillColor(color)
}

/** Draws an artifact, which screen readers skip. */
export function drawArtifact(sheet: Sheet, type: 'Pagination' | 'Layout', draw: () => void): void {
  sheet.markContent('Artifact', { type })
  draw()
  sheet.endMarkedContent()
}

function readAt(url: string): Buffer {
  return readFileSync(fileURLToPath(url))
}
