import { deflateSync } from 'node:zlib'

/** A PDF whose cross-reference stream is deflated zeros: a thousandth of `inflatedBytes`. */
export function pdfBomb(inflatedBytes: number): Buffer {
  const zeros = deflateSync(Buffer.alloc(inflatedBytes), { level: 9 })
  const header = '%PDF-1.5\n'
  const entries = `/Size ${Math.floor(inflatedBytes / 3)} /W [1 1 1] /Root 2 0 R`
  const dictionary = `1 0 obj\n<< /Type /XRef ${entries} /Filter /FlateDecode /Length ${zeros.length} >>\nstream\n`
  const end = `\nendstream\nendobj\nstartxref\n${header.length}\n%%EOF\n`
  return Buffer.concat([Buffer.from(header + dictionary), zeros, Buffer.from(end)])
}
