import PDFDocument from 'pdfkit'
import { type FontName, type FontWeight, fitFont, fontOf } from './pdf-fonts.ts'

/** A parent element in the structure tree, for screen readers. */
export type Structure = ReturnType<Pdf['struct']>

export const margin = 48
export const colors = { black: '#1f1f1f', quiet: '#6b6b6b', line: '#d9d9d9' } as const

/** A PDF whose texts are drawn in a font that has all their letters. */
export class Pdf extends PDFDocument {
  #weight: FontWeight = 'text'

  setWeight(weight: FontWeight): this {
    this.#weight = weight
    return this.#setFont(weight)
  }

  override text(text: string, x?: number | PDFKit.Mixins.TextOptions, y?: number, options?: PDFKit.Mixins.TextOptions) {
    return super.text(this.setFontFor(text), x as number, y, options)
  }

  override heightOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return super.heightOfString(this.setFontFor(text), options)
  }

  /** Selects the font for a text. Returns the text with letters that the font has. */
  setFontFor(text: string): string {
    const { font, drawable } = fitFont(text, this.#weight)
    this.#setFont(font)
    return drawable
  }

  #setFont(name: FontName): this {
    // PDFKit takes an opened font, which its types do not know.
    return this.registerFont(name, fontOf(name) as unknown as Buffer).font(name)
  }
}

export function createPdf(info: { title: string; author: string }): Pdf {
  return new Pdf({
    size: 'A4',
    margins: { top: margin + 24, bottom: margin + 16, left: margin, right: margin },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'ru-RU',
    // None before the first text: PDFKit would read the metrics of Helvetica.
    font: '',
    info: { Title: info.title, Author: info.author },
  })
}

export function setTextStyle(pdf: Pdf, weight: FontWeight, size: number, color: string = colors.black): Pdf {
  return pdf.setWeight(weight).fontSize(size).fillColor(color)
}

/** Draws an artifact, which screen readers skip. */
export function drawArtifact(pdf: Pdf, type: 'Pagination' | 'Layout', draw: () => void): void {
  pdf.markContent('Artifact', { type })
  draw()
  pdf.endMarkedContent()
}
