// Database: none.
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvFileError } from '#server/csv/csv-problems.ts'
import { type CsvRowProblem, readCsv } from '#server/csv/read-csv.ts'

const columns = { known: ['id', 'name', 'note'], required: ['id', 'name'] }

/** Rows as `line: id|name|note`, and problems as `line: problem value`. The bytes arrive in chunks of this size. */
async function read(content: string | Buffer, chunkSize = 1 << 16): Promise<string[]> {
  const bytes = Buffer.from(content as string)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, at) =>
    bytes.subarray(at * chunkSize, (at + 1) * chunkSize),
  )
  const found: string[] = []
  const onHeader = ({ ignored }: { ignored: string[] }) =>
    void (ignored.length > 0 && found.push(`ignored ${ignored.join()}`))
  try {
    for await (const row of readCsv(Readable.from(chunks), columns, { onHeader, onBytes: () => undefined }))
      found.push(
        'problem' in row
          ? problemText(row)
          : `${row.line}: ${columns.known.map((name) => row.cells[name] ?? '-').join('|')}`,
      )
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error
    found.push(`${error.line}! ${error.problem} ${error.value}`.trim())
  }
  return found
}

function problemText({ line, column, problem, value }: CsvRowProblem): string {
  return [`${line}:`, column, problem, value].filter(Boolean).join(' ')
}

/** Windows-1251 has the Russian letters in alphabetical order. */
function windows1251(text: string): Buffer {
  const codes: Record<string, number> = { ё: 0xb8, Ё: 0xa8, '«': 0xab, '»': 0xbb, '№': 0xb9, '—': 0x97 }
  return Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0)
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : (codes[letter] ?? code)
    }),
  )
}

const people = 'id;name;note\r\n1;Соколова;«мама», тел. № 5\r\n2;Ёлкин;—\r\n'
const peopleRead = ['2: 1|Соколова|«мама», тел. № 5', '3: 2|Ёлкин|—']

describe('A table is read', () => {
  test.each<[string, string | Buffer]>([
    ['in UTF-8', people],
    ['in UTF-8 with a byte order mark', `\ufeff${people}`],
    ['in UTF-16, as Excel saves “Unicode text”', Buffer.from(`\ufeff${people.replaceAll(';', '\t')}`, 'utf16le')],
    ['in UTF-16 without a mark', Buffer.from(people, 'utf16le')],
    ['in UTF-16 with the higher byte first', Buffer.from(`\ufeff${people}`, 'utf16le').swap16()],
    ['in Windows-1251, as Excel saves CSV in Russia', windows1251(people)],
    ['separated by tabs', people.replaceAll(';', '\t')],
    ['separated by bars', people.replaceAll(';', '|')],
    ['separated by commas, with quotes', people.replaceAll(/«.*5/g, '"$&"').replaceAll(';', ',')],
    ['with \\n', people.replaceAll('\r', '')],
    ['with \\r alone', people.replaceAll('\n', '')],
    ['with columns in capitals', people.replace('id;name;note', 'ID;Name;NOTE')],
  ])('%s', async (_, content) => {
    expect(await read(content)).toEqual(peopleRead)
  })

  test('with a first line sep=, which counts as a line', async () => {
    expect(await read(`\ufeffsep=;\r\n${people}`)).toEqual(['3: 1|Соколова|«мама», тел. № 5', '4: 2|Ёлкин|—'])
    expect(await read('sep=|\nid|name,x|note\n1|a,b|c\n')).toEqual(['2! missing-columns name'])
    expect(await read('sep=\t\nid\tname\n1\ta\n')).toEqual(['3: 1|a|-'])
  })

  test('whatever the chunks in which it arrives, in each encoding', async () => {
    const contents = [Buffer.from(people), Buffer.from(`\ufeff${people}`, 'utf16le'), windows1251(people)]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...contents), fc.integer({ min: 1, max: 40 }), async (content, size) => {
        expect(await read(content, size)).toEqual(peopleRead)
      }),
      { numRuns: 60 },
    )
  })

  test('without blank rows, also above the header, and without unnamed empty columns', async () => {
    const blank = ';;;;\r\n \t;"";;;\r\n'
    expect(await read(`${blank}id;name;;note;\r\n${blank}1;A;;n;\r\n${blank}\r\n2;B;;;\r\n${blank}`)).toEqual([
      '6: 1|A|n',
      '10: 2|B|',
    ])
  })

  test('with short rows, whose missing cells are empty, and rows with quotes inside', async () => {
    expect(await read('id;name;note\n1;A\n2\n3;Школа "Сокол";x\n4;"ООО ""Сокол""";y\n')).toEqual([
      '2: 1|A|',
      '3: 2||',
      '4: 3|Школа "Сокол"|x',
      '5: 4|ООО "Сокол"|y',
    ])
  })

  test('with spaces and no-break spaces around cells removed', async () => {
    expect(await read('id, name ,note\n 1 ,"a, b" ,\u00a0c\u00a0\n')).toEqual(['2: 1|a, b|c'])
  })

  test('with a note about columns that are not known', async () => {
    expect(await read('id,name,extra,\n1,A,x\n')).toEqual(['ignored extra', '2: 1|A|-'])
  })
})

describe('A row that does not fit is a problem of its own, and the other rows are checked too', () => {
  test.each<[string, string, string]>([
    ['more cells than the header', '2;B;c;d;e', '3: other-columns 3/5'],
    ['a zero byte', '2;B\0;c', '3: name not-storable'],
  ])('%s', async (_, row, problem) => {
    expect(await read(`id;name;note\n1;A;\n${row}\n3;C;\n`)).toEqual(
      expect.arrayContaining(['2: 1|A|', problem, '4: 3|C|']),
    )
  })

  test('a value under no name', async () => {
    expect(await read('id;;name\n1;;A\n2;x;B\n')).toEqual(['2: 1|A|-', '3: unnamed-column 2'])
  })
})

describe('A file that is no such table is refused with what it is', () => {
  test.each<[string, string | Buffer, string]>([
    ['nothing', '', '1! missing-columns id, name'],
    ['blank rows alone', ';;;\n;;;\n', '1! missing-columns id, name'],
    ['another separator', 'id^name^note\n1^A^b', '1! missing-columns id, name (UTF-8, «;»)'],
    ['another header', 'Фамилия\tИмя\nСоколова\tОльга', '1! missing-columns id, name (UTF-8, «TAB»)'],
    ['a column twice', 'id,name,Name\n1,A,B', '1! repeated-columns name'],
    ['a stray quote', 'id,name\n1,A\n2,"B" or not\n3,C', '3! stray-quote'],
    ['an unclosed quote', 'id,name\n1,A\n2,"B\n3,C', '4! stray-quote'],
    ['an Excel book', Buffer.from('PK\x03\x04xl/workbook.xml'), '0! other-file ZIP'],
    ['an old Excel book', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '0! other-file Excel 97–2003 (.xls)'],
    ['a web page', '\ufeff<html><table><tr><td>id', '0! other-file HTML'],
    ['a statement of 1C', '1CClientBankExchange\nx=1', '0! other-file 1CClientBankExchange'],
    ['Latin-1', Buffer.from('id,name\n1,José\n2,Müller', 'latin1'), '2! unknown-encoding'],
    ['KOI8-R', Buffer.from('id,name\n1,\xf3\xcf\xcb\xcf\xcc\xcf\xd7\xc1', 'latin1'), '2! unknown-encoding'],
    ['DOS', Buffer.from('id,name\n1,\x91\xae\xaa\xae\xab\xae\xa2\xa0', 'latin1'), '2! unknown-encoding'],
    [
      'UTF-8 that ends in another encoding',
      Buffer.concat([Buffer.from(people), Buffer.from([0xd1, 0x20, 0x0a])]),
      '4! unknown-encoding',
    ],
  ])('%s', async (_, content, expected) => {
    expect((await read(content)).at(-1)).toBe(expected)
  })
})
