// Database: none.
import { expect, test } from 'vitest'
import { attachmentNamed } from '#server/documents/document-links.ts'
import { cleanFileName, decodeFileName } from '#server/file-names.ts'

test.each([
  ['справка.pdf', 'справка.pdf'],
  ['C:\\Users\\anna\\справка.pdf', 'справка.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['\0.zip', '.zip'],
  ['при\u202Efdp.exe', 'приfdp.exe'],
  ['\u2066а\u2069\u200E\u061C.pdf', 'а.pdf'],
  ['a\r\nb\t\u2028.pdf', 'ab.pdf'],
  ['a<b>:"|?*.pdf', 'ab.pdf'],
  [`${'а'.repeat(300)}.pdf`, `${'а'.repeat(196)}.pdf`],
  ['😀'.repeat(201), '😀'.repeat(200)],
  ['\uD800.pdf', '.pdf'],
  ['\u202E\0', 'file'],
  ['', 'file'],
])('%j is stored as %j', (name, clean) => {
  expect(cleanFileName(name, { maxLength: 200, fallback: 'file' })).toBe(clean)
})

test('A name that is not percent-encoded UTF-8 is none', () => {
  expect([decodeFileName('%00.zip'), decodeFileName('%E0.zip'), decodeFileName('%')]).toEqual(['\0.zip', null, null])
})

test('Content-Disposition has no characters that control text', () => {
  expect(attachmentNamed('при\u202Efdp.exe\r\n')).toBe(
    `attachment; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent('приfdp.exe')}`,
  )
})
