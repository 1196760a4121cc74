import type { Env } from './env.ts'
import { demoAccounts, demoPassword } from './idp/demo-accounts.ts'

const firstSteps = [
  '  Войти пока некому. Назначьте первого администратора, команда напечатает ссылку для пароля:',
  '    npm run administrator -- anna@school.example',
  '  Что дальше: docs/going-live.md',
  '',
]

/** Start message: URLs and demo accounts. */
export function startupBanner(env: Env, { canSignIn }: { canSignIn: boolean }): string {
  const { PUBLIC_URL, IDP_PUBLIC_URL, DEMO, OIDC_ISSUER, SMTP_URL, SMS_GATEWAY_URL, DATABASE_URL, DATA_DIR } = env
  const isPlayed = DEMO && !OIDC_ISSUER
  const hasOutbox = isPlayed && !(SMTP_URL && SMS_GATEWAY_URL)
  const width = Math.max(...demoAccounts.map(({ login }) => login.length))
  const accounts = demoAccounts.map(({ login, title }) => `    ${login.padEnd(width)}  ${title}`)
  const lines = [
    '',
    `  Личный кабинет: ${PUBLIC_URL}`,
    '',
    ...(isPlayed ? [`  Учётные записи (пароль у всех ${demoPassword}):`, ...accounts, ''] : []),
    ...(hasOutbox ? [`  Письма и SMS: ${IDP_PUBLIC_URL}/outbox`] : []),
    ...(canSignIn ? [] : firstSteps),
    `  Данные: ${DATABASE_URL ? 'PostgreSQL' : DATA_DIR}`,
    ...(env.API_DOCS ? [`  Вызовы: ${PUBLIC_URL}/api/docs`] : []),
    '',
  ]
  return `${lines.join('\n')}\n`
}
