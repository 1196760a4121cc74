import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

export type Sheet = InstanceType<typeof PDFDocument>
/** What a part hangs on in the document's structure, by which it is read aloud. */
export type Structure = ReturnType<Sheet['struct']>

export const margin = 48
export const colors = { black: '#1f1f1f', quiet: '#6b6b6b', line: '#d9d9d9' } as const

/** PT Sans has Cyrillic and may be embedded (OFL); only the letters that a document uses go into it. */
const fonts = {
  text: readAt(import.meta.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf')),
  bold: readAt(import.meta.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf')),
}

export function openSheet(info: { title: string; author: string }): Sheet {
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

export function write(sheet: Sheet, font: keyof typeof fonts, size: number, color: string = colors.black): Sheet {
  return sheet.font(font).fontSize(size).fillColor(color)
}

/** Draws what is no content: readers aloud pass over it. */
export function decorate(sheet: Sheet, type: 'Pagination' | 'Layout', draw: () => void): void {
  sheet.markContent('Artifact', { type })
  draw()
  sheet.endMarkedContent()
}

function readAt(url: string): Buffer {
  return readFileSync(fileURLToPath(url))
}
