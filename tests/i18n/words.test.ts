import { globSync, readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import englishNames from '#server/demo/english-names.json' with { type: 'json' }

type Rule = { fault: string; pattern: RegExp }

/** `\b` knows no Cyrillic letters. */
const word = (stems: string) => new RegExp(`(?<![а-яё])(?:${stems})`, 'i')

const everywhere: Rule[] = [
  { fault: 'three dots instead of an ellipsis', pattern: /\.\.\./ },
  { fault: 'a hyphen instead of a dash', pattern: / - / },
  // Not of a field of JSON.
  { fault: 'straight quotation marks', pattern: /"(?!\w+":|:)/ },
]

const russian: Rule[] = [
  ...everywhere,
  { fault: 'an ending in brackets', pattern: /[а-яё]\([а-яё]{1,4}\)/i },
  {
    fault: 'office wording',
    pattern: word(
      'осуществл|явля[ею]тся|необходим|посредством|в рамках|в целях|произвест|производ[ия]т|надлежащ|вышеуказ|нижеследующ|просьба|уведомляем|имеет место|данн(?:ый|ая|ое|ого|ому) (?:договор|раздел|документ|курс|платёж|кабинет|страниц)',
    ),
  },
  { fault: '«обращение» instead of «сообщение»', pattern: word('обращени[еяйю](?![а-яё])') },
  {
    fault: '«урок» instead of «занятие»',
    pattern: /(?<![а-яё]|работа на |Работа на |нет |«)урок(?!а не было)/i,
  },
]

const english: Rule[] = [
  ...everywhere,
  { fault: 'a straight apostrophe', pattern: /[a-z]'[a-z]/i },
  {
    fault: 'American spelling',
    pattern:
      /\b(?:colors?|centers?|catalogs?|enrolls?|enrollment|canceled|canceling|favorites?|gray|recognize|organize|apologize|traveler|fulfill)\b/i,
  },
  { fault: '“journal” or “grade book” instead of “marks”', pattern: /\b(?:journals?|grade ?books?|gradebook)\b/i },
  { fault: '“data” as a plural', pattern: /(?<!and )\bdata (?:are|were|have|stay|do)\b/i },
  { fault: 'a stiff pronoun', pattern: /\b(?:whoever|nobody|somebody|anybody|thereof|herewith)\b/i },
  {
    fault: 'a calque',
    pattern: /\b(?:need not do anything|left to sign|code of \d digits|homework tasks?|it is so)\b/i,
  },
]

const rulesOf = { ru: russian, en: english }
type Text = { path: string; language: keyof typeof rulesOf; text: string }

/** Placeholders are no words: `{name}`, `<0>`, and the branches of a plural remain. */
function faultsOf({ path, language, text }: Text): string[] {
  return rulesOf[language].filter(({ pattern }) => pattern.test(text)).map(({ fault }) => `${path}: ${fault}: ${text}`)
}

type Catalog = Record<string, { message?: string; translation?: string }>

function textsOfCatalogs(): Text[] {
  return globSync('src/locales/{ru,en}/*.po').flatMap((path) => {
    const catalog = formatter().parse(readFileSync(path, 'utf8'), {} as never) as Catalog
    const language = path.includes('/ru/') ? 'ru' : 'en'
    return Object.values(catalog).map(({ translation = '' }) => ({ path, language, text: translation }) as const)
  })
}

/** With Cyrillic letters Russian, with two words of letters English; else no text. */
function languageOf(text: string): Text['language'] | null {
  if (/[а-яё]/i.test(text)) return 'ru'
  return /[a-z]{2} [a-z]{2}/i.test(text) ? 'en' : null
}

/** Strings of a JSON file. */
function textsOfJson(path: string): Text[] {
  const found: Text[] = []
  JSON.parse(readFileSync(path, 'utf8'), (_, text: unknown) => {
    const language = typeof text === 'string' ? languageOf(text) : null
    if (language) found.push({ path, language, text: text as string })
    return text
  })
  return found
}

/** Literals of a source file. */
function textsOfSource(path: string): Text[] {
  const found: Text[] = []
  const note = (text: string) => {
    // Markup, and the parts of a template within a tag.
    if (/[<>]|="|^" /.test(text)) return
    const language = languageOf(text)
    if (language) found.push({ path, language, text })
  }
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  const noteLiteral = ({ value }: { value: unknown }) => typeof value === 'string' && note(value)
  const noteElement = ({ value }: ESTree.TemplateElement) => note(value.raw)
  const visitor = { Literal: noteLiteral, TemplateElement: noteElement }
  new Visitor(visitor).visit(program)
  return found
}

const sources = [
  'server/notifications/templates/*.ts',
  'server/notifications/mail-links.ts',
  'server/html/messages.ts',
  'server/idp/**/*-{messages,page}.ts',
  'server/learning/feed/*.ts',
  'server/documents/{bill,contract-document,contract-text,joint-bill,payment-receipt,record-book,tax-certificate}.ts',
  'server/{billing/ledger/receipt-problems,csv/csv-problems,integration/format-types/reasons}.ts',
  'server/integration/{import/report,service-accounts/run-service-account}.ts',
  'server/{administrators,backup,cli,environment,terminal}/*.ts',
  'server/erasure/{erased-list,main,request-notices}.ts',
  'server/{auth/provider-command,backup/restore-test}/*.ts',
  'server/{startup-banner,start-warnings}.ts',
  'scripts/start.ts',
  'server/demo/content/{banners,events,school-news,tickets}.ts',
  'src/app/document-messages.ts',
]

test('the texts of pages, letters, documents, imports and commands keep the rules of both languages', () => {
  const ofDemo = Object.values(englishNames).map(
    (text) => ({ path: 'server/demo/english-names.json', language: 'en', text }) as const,
  )
  const ofSources = sources.flatMap((glob) => globSync(glob)).flatMap(textsOfSource)
  const texts = [...textsOfCatalogs(), ...ofSources, ...ofDemo, ...textsOfJson('server/demo/school.json')]
  expect(texts.flatMap(faultsOf)).toEqual([])
  expect(texts.length).toBeGreaterThan(8000)
})

test.each<[Text['language'], string]>([
  ['ru', 'Вы согласился(ась) с условиями'],
  ['ru', 'Данный договор необходимо подписать'],
  ['ru', 'Ваше обращение получено'],
  ['ru', 'Домашнее задание к уроку'],
  ['ru', 'Оплата - до пятницы'],
  ['en', 'Your data are safe'],
  ['en', 'Open the journal'],
  ['en', 'You can’t enroll'],
  ['en', 'Nobody has answered'],
])('%s: «%s» breaks a rule', (language, text) => {
  expect(faultsOf({ path: '', language, text })).toHaveLength(1)
})
