// Database: none.
import { expect, test } from 'vitest'
import { namePattern } from '#contract/people/names.ts'
import { renderDocument } from '#server/documents/pdf-document.ts'
import { fitFont } from '#server/documents/pdf-fonts.ts'
import { renderForm } from '#server/documents/pdf-form.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'

const names = [
  'Нгуен Nguyễn Thị Ánh',
  'Oʻtkirbek Yoʻldoshev',
  'გიორგი ჩხეიძე',
  'Արմեն Խաչատրյան',
  'Әлия Қасымова Ұлы Һади Ғани Ӣсо',
  'Åsa Łukasz Şeyma Đorđe Žižka',
  'Γιώργος Παπαδόπουλος',
  'О’Коннор Анна-Мария',
]
const header = { title: 'Договор', about: 'Nguyễn', madeOn: 'Составлено 20.11.2026' }

test('every letter of a name stands in a document, in each of its parts', async () => {
  const document = await renderDocument(header, [
    { kind: 'heading', text: names.join(', ') },
    { kind: 'facts', facts: names.map((name) => ['Имя', name]) },
    { kind: 'table', columns: [{ title: 'Ребёнок', width: 1 }], rows: names.map((name) => [name]) },
    { kind: 'note', text: names.join(', ') },
  ])
  const form = await renderForm({ title: 'Справка', author: 'Школа' }, [
    { title: 'Справка' },
    ...names.map((value) => ({ fields: [{ label: 'Фамилия', value, width: 1 }] })),
  ])
  const [written, inBoxes] = [await readPdf(document), await readPdf(form)].map(({ pages }) => pages.join(' '))
  for (const name of names) {
    expect([name, written?.split(name).length]).toEqual([name, 5])
    expect([name, inBoxes?.split(name).length]).toEqual([name, 2])
  }
})

test('a letter that no font draws from left to right becomes Latin letters', async () => {
  const document = await renderDocument(header, [
    { kind: 'facts', facts: ['王小明', '김철수', 'محمد', 'ᲓᲐᲕᲘᲗ', 'अनिता'].map((name) => ['Имя', name]) },
  ])
  const { pages } = await readPdf(document)
  expect(pages.join(' ')).toContain('Имя: WangXiaoMing Имя: GimCheolSu Имя: mhmd Имя: DAVIT Имя: anita')
})

test.each(['text', 'bold'] as const)(
  'no letter or mark that a name may have leaves a hole in the %s font',
  (weight) => {
    const left: string[] = []
    for (let point = 0x20; point < 0x3_0000; point += 1) {
      const character = String.fromCodePoint(point)
      if (!namePattern.test(`А${character}`)) continue
      const { font, drawable } = fitFont(character, weight)
      const isLetter = /\p{L}/u.test(character)
      // A letter that has no Latin spelling is a question mark; a mark without a glyph is left out.
      if ((isLetter && drawable === '') || fitFont(drawable, weight).drawable !== drawable) left.push(character)
      if (font === weight && drawable !== character.normalize('NFC')) left.push(character)
    }
    expect(left).toEqual([])
  },
)
