import { globSync, readFileSync } from 'node:fs'
import type { Locale } from '#contract/enumerations.ts'
import type { Profile } from '#contract/people/profile.ts'
import { type DemoAccount, demoAccounts } from '#server/idp/accounts/demo-accounts.ts'
import { parseQueryString } from '#src/api/query-string.ts'
import type { AppUnderTest, Language } from '#tests/model-runner/browser/app-under-test.ts'
import { requestViolation, responseViolation, staleAfter } from './contract-violations.ts'
import { ordinary } from './default-responses.ts'
import { assertErrorShown, confirm, errorReport, faultsOf, signIn } from './faults.ts'

export const channel = 'personal-account'

/** The two languages share no letter, so an untranslated text is found in one of them. */
const otherScript: Record<Locale, RegExp> = {
  ru: /[A-Za-z][A-Za-z’'-]+/g,
  en: /[А-Яа-яЁё][А-Яа-яЁё-]+/g,
}

/** The language of the texts in the code. */
const sourceLanguage: Locale = 'ru'

function language(name: Locale): Language {
  const foreign = otherScript[name]
  let words: Set<string> | null = null
  const read = () => {
    const files = globSync(`src/locales/${name}/*.po`)
    const entries = files.flatMap((file) => readFileSync(file, 'utf8').split(/\n{2,}/))
    const texts = entries.flatMap((entry) => {
      const [, source, text] = /^msgid (.+(?:\n".+")*)\nmsgstr (.+(?:\n".+")*)/m.exec(entry) ?? []
      // A text that is the same in both languages was forgotten by the translator, unless it is the source.
      return text === undefined || (name !== sourceLanguage && text === source) ? [] : [text]
    })
    return new Set(texts.flatMap((text) => text.match(foreign) ?? []))
  }
  return {
    name,
    foreign,
    words: () => {
      words ??= read()
      return words
    },
  }
}

/** The demo account with the roles of a sample user: the same ones, or else these among the fewest. */
function demoAccountFor({ roles, impersonation }: Profile): string {
  const wanted = roles.map(({ name }) => name)
  const [fitting] = demoAccounts
    .filter((account: DemoAccount) => wanted.every((role) => account.roles.includes(role)))
    .toSorted((one, other) => one.roles.length - other.roles.length)
  if (fitting === undefined) throw new Error(`No demo account has the roles ${wanted.join(', ')}`)
  const { login, lastName, firstName, roles: held } = fitting
  const name = `${login}: ${lastName} ${firstName}${held.length === 0 ? '' : ` (${held.join(', ')})`}`
  return impersonation === null ? name : `administrator → ${name}`
}

type Cache = {
  setQueryData: (key: readonly string[], data: object) => void
  getQueryState: (key: readonly string[]) => { isInvalidated: boolean } | undefined
}
type RouterOnWindow = {
  __TSR_ROUTER__: { options: { context: { setLocale: (locale: string) => void; queryClient: Cache } } }
}

export const browserApp: AppUnderTest = {
  pages: 'dist',
  context: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  },
  startTime: new Date('2026-11-23T09:00:00Z'),
  unsteady: {
    countdowns: /Осталось \d+:\d\d|\d+:\d\d left/,
    announcements: /^- status: "?(Уведомления|Notifications) /,
    keys: /^tsr-scroll-restoration/,
    shell: [
      /^- banner\b/,
      /^- contentinfo\b/,
      /^- navigation "(Меню|Menu)"/,
      /^- link "(К содержанию|Skip to content)"/,
    ],
  },
  channel,
  api: '/api',
  otherCalls: ['/readyz', '/healthz'],
  unanswered: ['/api/v1/profile/stream'],
  parseQuery: parseQueryString,
  requestViolation,
  responseViolation,
  idempotencyHeader: 'idempotency-key',
  staleAfter,
  keepReads: (reads) => {
    const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
    for (const read of reads) queryClient.setQueryData([read, 'kept by the test'], {})
  },
  freshReads: (reads) => {
    const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
    return reads.filter((read) => queryClient.getQueryState([read, 'kept by the test'])?.isInvalidated === false)
  },
  faults: faultsOf,
  signIn,
  errorReport,
  assertErrorShown,
  confirm,
  responses: ordinary,
  account: (read) => {
    const profile = read('GET /v1/profile') as Profile | undefined
    return profile === undefined ? null : demoAccountFor(profile)
  },
  languages: [language('ru'), language('en')],
  isReady: () => '__TSR_ROUTER__' in window,
  setLanguage: (name) => (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context.setLocale(name),
}
