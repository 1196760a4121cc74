const signatures: readonly [kind: string, bytes: string][] = [
  ['ZIP', 'PK\x03\x04'],
  ['Excel 97–2003 (.xls)', '\xd0\xcf\x11\xe0'],
  ['PDF', '%PDF-'],
  ['RAR', 'Rar!'],
  ['7-Zip', '7z\xbc\xaf\x27\x1c'],
  ['GZIP', '\x1f\x8b'],
  ['PNG', '\x89PNG'],
  ['JPEG', '\xff\xd8\xff'],
  ['RTF', '{\\rtf'],
  ['1CClientBankExchange', '1CClientBankExchange'],
]

/** What a file is by its first bytes, in words that need no translation; null for a table and for anything unknown. */
export function fileKindOf(start: Uint8Array): string | null {
  const text = Buffer.from(start.subarray(0, 200))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  const [kind] = signatures.find(([, bytes]) => text.startsWith(bytes)) ?? []
  if (kind) return kind
  if (/^\s*<(!doctype html|html|table)\b/i.test(text)) return 'HTML'
  return /^\s*<\?xml\b/i.test(text) ? 'XML' : null
}

/** What a ZIP is by the names of its files, if it is the document of an office program. */
export function documentKindOf(names: readonly string[]): string | null {
  if (names.some((name) => name.startsWith('xl/'))) return 'Excel (.xlsx)'
  if (names.some((name) => name.startsWith('word/'))) return 'Word (.docx)'
  return names.includes('mimetype') && names.includes('content.xml') ? 'OpenDocument (.ods)' : null
}
