// Database: none.
import { expect, test } from 'vitest'
import type { GradeBook } from '#contract/learning/grade-book.ts'
import { buildRecordBook } from '#server/documents/record-book.ts'
import { certificateFileName } from '#server/documents/tax-certificate.ts'
import { cleanFileName, decodeFileName } from '#server/http/file-names.ts'
import { attachmentNamed } from '#server/plugins/document-links.ts'

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

test('The names of a certificate and a record book fit file systems', () => {
  const student = { lastName: 'Ж'.repeat(100), firstName: 'Ю'.repeat(100), patronym: null }
  const book = {
    variant: 'school',
    title: 'Школа',
    schoolYear: '2026/27',
    terms: [],
    courses: [],
  } as unknown as GradeBook
  const madeOn = '2026-11-20'
  const { fileName } = buildRecordBook({ book, student, school: 'Школа', exams: [], madeOn, withoutJournals: [] })
  for (const name of [certificateFileName({ year: 2025, ...student }), fileName]) {
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name).toMatch(/\.pdf$/)
  }
})
