// Database: none.
import { describe, expect, test } from 'vitest'
import { writeCsv } from '#server/csv/write-csv.ts'

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')

describe('A table as CSV', () => {
  test('is written as Excel of the language opens it', () => {
    const rows = [
      ['Имя', 'Сумма', 'Пусто'],
      ['Сказала: «да», "нет"; ушла', 1234.5, null],
    ]
    expect(writeCsv(rows, 'ru')).toBe('\uFEFFИмя;Сумма;Пусто\r\n"Сказала: «да», ""нет""; ушла";1234,5;\r\n')
    expect(writeCsv(rows, 'en')).toBe('\uFEFFИмя,Сумма,Пусто\r\n"Сказала: «да», ""нет""; ушла",1234.5,\r\n')
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+7-900', "'+7-900"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =HYPERLINK("http://evil")', `"' =HYPERLINK(""http://evil"")"`],
    ['\t=1', "'\t=1"],
    ['\r\n=1', `"'\r\n=1"`],
    ['+79001234567', '+79001234567'],
    ['2026-11-30 10:15', '2026-11-30 10:15'],
    ['26-ХИМ-1354', '26-ХИМ-1354'],
  ])('runs no formula of a cell: %j', (cell, written) => {
    expect(withoutMark(writeCsv([[cell]], 'ru'))).toBe(`${written}\r\n`)
  })

  test('keeps negative amounts as numbers', () => {
    expect(withoutMark(writeCsv([[-1.5]], 'ru'))).toBe('-1,5\r\n')
  })
})
