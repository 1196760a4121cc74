import type { OpenAppointment } from './administrators/open-appointment.ts'
import type { ProviderFinding } from './auth/oidc/provider-findings.ts'
import type { Env } from './environment/env.ts'
import { demoAccounts, demoPassword } from './idp/accounts/demo-accounts.ts'
import { formatInstant } from './notifications/formats.ts'
import { joinTexts, sameInAll, type TerminalText } from './terminal/terminal-language.ts'

const blank = sameInAll('')

/** How the first administrator gets in, if no account has a password yet. */
function firstSteps({ TIME_ZONE }: Env, appointed: OpenAppointment | null): TerminalText[] {
  const until = (language: 'ru' | 'en') => appointed && formatInstant(appointed.expiresAt, language, TIME_ZONE)
  return [
    appointed
      ? {
          ru: `  Войти пока некому. Ссылка, по которой администратор ${appointed.email} задаст пароль, действует до ${until('ru')}. Эта команда напечатает новую ссылку, и прежняя перестанет работать:`,
          en: `  No account can sign in yet. The link for the password of the administrator ${appointed.email} is open until ${until('en')}. The command prints another one, and the former stops working:`,
        }
      : {
          ru: '  Войти пока некому. Назначьте первого администратора по адресу почты: команда напечатает ссылку, по которой он задаст пароль:',
          en: '  No account can sign in yet. Appoint the first administrator by email; the command prints a link for the password:',
        },
    sameInAll(`    npm run administrator -- ${appointed?.email ?? 'director@school.example'}`),
    { ru: '  Что дальше: docs/going-live.md', en: '  What is next: docs/going-live.md' },
    blank,
  ]
}

type Situation = {
  canSignIn: boolean
  appointed: OpenAppointment | null
  /** What the operator should know or mend, a sentence each. */
  warnings: readonly TerminalText[]
}

/** Start message: URLs, demo accounts and warnings. */
export function startupBanner(env: Env, { canSignIn, appointed, warnings }: Situation): TerminalText {
  const { PUBLIC_URL, IDP_PUBLIC_URL, DEMO, PROVIDERS, SMTP_URL, SMS_GATEWAY_URL, DATABASE_URL, DATA_DIR } = env
  const hasDemoAccounts = DEMO && PROVIDERS.length === 0
  const hasOutbox = hasDemoAccounts && env.DELIVERY && !(SMTP_URL && SMS_GATEWAY_URL)
  const lines: readonly TerminalText[] = [
    blank,
    { ru: `  Личный кабинет: ${PUBLIC_URL}`, en: `  Personal account: ${PUBLIC_URL}` },
    blank,
    ...(hasDemoAccounts ? accountLines() : []),
    ...(hasOutbox
      ? [{ ru: `  Письма и СМС: ${IDP_PUBLIC_URL}/outbox`, en: `  Emails and SMS: ${IDP_PUBLIC_URL}/outbox` }]
      : []),
    ...(canSignIn ? [] : firstSteps(env, appointed)),
    ...warnings.flatMap(({ ru, en }) => [{ ru: `  Внимание: ${ru}`, en: `  Warning: ${en}` }, blank]),
    {
      ru: `  Данные: ${DATABASE_URL ? 'PostgreSQL' : DATA_DIR}`,
      en: `  Data: ${DATABASE_URL ? 'PostgreSQL' : DATA_DIR}`,
    },
    ...(env.API_DOCS
      ? [{ ru: `  Вызовы API: ${PUBLIC_URL}/api/docs`, en: `  API calls: ${PUBLIC_URL}/api/docs` }]
      : []),
    blank,
    blank,
  ]
  return joinTexts(lines, '\n')
}

function accountLines(): TerminalText[] {
  const width = Math.max(...demoAccounts.map(({ login }) => login.length))
  return [
    {
      ru: `  Учётные записи (пароль у всех ${demoPassword}):`,
      en: `  Accounts (the password of all is ${demoPassword}):`,
    },
    ...demoAccounts.map(({ login, title, titleEn }) => ({
      ru: `    ${login.padEnd(width)}  ${title}`,
      en: `    ${login.padEnd(width)}  ${titleEn}`,
    })),
    blank,
  ]
}

/** What an operator should know after a start that succeeded. */
export function bannerWarnings(
  { DELIVERY }: Env,
  {
    isDemoSchool,
    accountsOfOtherIssuers,
    provider,
  }: { isDemoSchool: boolean; accountsOfOtherIssuers: number; provider: readonly ProviderFinding[] },
): TerminalText[] {
  const ofServer = [
    !DELIVERY && {
      ru: 'DELIVERY=off, это пробный запуск: письма, СМС, уведомления и вебхуки не отправляются.',
      en: 'DELIVERY=off, this is a trial: no emails, SMS, notifications or webhooks are sent.',
    },
    isDemoSchool && {
      ru: 'в базе данных демонстрационная школа, пароль её учётных записей знают все. Для своей школы нужна пустая база.',
      en: 'the database holds the demo school, and the password of its accounts is public. A school of your own needs an empty database.',
    },
    accountsOfOtherIssuers > 0 && {
      ru: `есть учётные записи прежнего поставщика входа, людей с ними: ${accountsOfOtherIssuers}. Войти с ними нельзя. Если поставщик сменился: npm run provider -- move.`,
      en: `${accountsOfOtherIssuers} people have accounts of another identity provider and cannot sign in with them. If the provider has changed: npm run provider -- move.`,
    },
  ].filter((warning) => warning !== false)
  const faults = provider.filter(({ kind }) => kind === 'fault').map(({ text }) => text)
  const notices = provider.filter(({ kind }) => kind === 'notice').map(({ text }) => text)
  return [...ofServer, ...faults.map(preventsSignIn), ...notices]
}

/** A provider may be mended while the server runs, which keeps trying. */
function preventsSignIn({ ru, en }: TerminalText): TerminalText {
  return {
    ru: `${ru} Пока это так, войти нельзя; проверить снова: npm run provider -- check`,
    en: `${en} Until that is mended sign-in is not possible; check again: npm run provider -- check`,
  }
}
