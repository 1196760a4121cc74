import { equal, match, notEqual } from 'node:assert/strict'
import type { Call } from '#contract/call.ts'
import { reportPageError } from '#contract/system.ts'
import type { ApiErrorType } from '#src/api/api-error.ts'
import { type AppUnderTest, type Fault, json, type Reply } from '#tests/model-runner/browser/app-under-test.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { codeLabel, codePage } from '#tests/support/pages/one-time-code-page.ts'
import { callAt } from './contract-violations.ts'
import { problem } from './problems.ts'

/** What the page says about a fault of any call. */
export const faultMessages = {
  'role-missing': 'Для этого действия у вас нет прав',
  'impersonation-forbids': 'Пока вы вошли под пользователем, это действие недоступно',
  'internal-error': 'На сервере произошла ошибка',
  timeout: 'Сервер не ответил вовремя',
  offline: 'Нет связи с сервером',
  unknown: 'Что-то пошло не так',
} satisfies Partial<Record<ApiErrorType, string>>

/** The answer of a proxy whose server is gone. */
const badGateway: Reply = { status: 502, type: 'text/html', body: '<h1>502 Bad Gateway</h1>' }

/** What the page says, once for its user and once for the log of the server. */
export const errorReport: AppUnderTest['errorReport'] = {
  call: 'POST /v1/system/page-error',
  body: (body) => {
    const { number, name, frames } = reportPageError.body.parse(body)
    match(number, /^[0-9a-f]{8}$/)
    equal(name, 'TypeError')
    notEqual(frames.length, 0, 'the report names the places in the code')
  },
}

/** An open dialog may hide the region of the toasts from the accessibility tree; the toast is announced all the same. */
export const assertErrorShown: AppUnderTest['assertErrorShown'] = ({ page }) =>
  soon(page.locator('li').filter({ hasText: /Что-то пошло не так.*Номер: [0-9a-f]{8}/ })).toBeVisible()

const refuses = { outcome: 'refuses' } as const
const decided = { isDecided: true }

/** Faults of every call, also of those that anyone may make. */
const faultsOfAll: readonly Fault[] = [
  { name: 'internal-error', title: 'сервер ответил 500', reply: problem('internal-error'), ...refuses },
  { name: 'unknown', title: 'прокси ответил 502 без описания', reply: badGateway, ...refuses },
  { name: 'timeout', title: 'ответа не дождались', reply: 'timeout', ...refuses },
  { name: 'offline', title: 'связь потеряна', reply: 'offline', ...refuses },
]

/** An error in the code of the page, such as an API that the browser lacks. */
const unexpected: Fault = {
  name: 'unexpected-error',
  title: 'код страницы ошибся (TypeError)',
  error: 'unknown',
  reply: 'throws',
  ...refuses,
}

/** Faults of calls that need a session. */
const faultsOfSession: readonly Fault[] = [
  { name: 'unauthenticated', title: 'сессия закончилась (401)', reply: problem('unauthenticated'), outcome: 'signsIn' },
  {
    name: 'session-changed',
    title: 'в другой вкладке вошёл другой человек (409)',
    reply: problem('session-changed'),
    outcome: 'reloads',
  },
]

/** The calls by which the session finds out who is here: all that their answers decide are cases of its model, but an
 * error of the page itself. */
const callsOfSession = ['GET /v1/profile', 'GET /v1/system/config', 'GET /v1/auth/redirect-to-oauth-provider']
/** An ended session has ended the impersonation too. */
const endOfImpersonation = 'POST /v1/admin/auth/logout-as'

/** The faults that the contract allows for a call. */
export function faultsOf(address: string): readonly Fault[] {
  const call = callAt(address)
  if (call === null || callsOfSession.includes(call.address)) return [unexpected]
  if (call.access.who === 'anyone' || call.address === endOfImpersonation) return [...faultsOfAll, unexpected]
  const undecided = faultsOfAll.map((fault): Fault => (call.idempotent ? { ...fault, isDecided: false } : fault))
  return [...faultsOfSession, ...forbidden(call), ...unconfirmed(call), ...undecided, unexpected]
}

function forbidden({ access, address, idempotent }: Call): Fault[] {
  const title = 'нет прав (403)'
  if (access.who === 'group' || access.who === 'check')
    return [{ name: 'role-missing', title, reply: problem('role-missing'), ...refuses, ...(idempotent && decided) }]
  if (address.startsWith('GET ')) return []
  const reply = problem('impersonation-forbids')
  return [{ name: 'impersonation-forbids', title, reply, ...refuses, ...(idempotent && decided) }]
}

function unconfirmed({ freshTwoFactor, sensitiveFields }: Call): Fault[] {
  if (!freshTwoFactor && !sensitiveFields) return []
  const title = 'вход подтверждён кодом, и вызов повторён (428)'
  return [{ name: 'two-factor-required', title, reply: problem('two-factor-required'), outcome: 'confirms' }]
}

const provider = 'https://identity.example/authorize'

/** The session asks for the address of the sign-in and opens it. */
export const signIn: AppUnderTest['signIn'] = (from) => ({
  call: 'GET /v1/auth/redirect-to-oauth-provider',
  query: { from_url: from },
  reply: json({ location: provider }),
  destination: provider,
})

/** The user types the code that the page asks for. */
export const confirm: AppUnderTest['confirm'] = async ({ network, page }, { ask, repeated }) => {
  const sent = { noResendExpiresIn: 60, channel: 'phone', target: '+7 ••• •••-12-34' }
  network.expect({ call: 'POST /v1/profile/two-factor/send' }, { reply: json(sent) })
  await ask()
  const { question } = codePage(page)
  const code = question.getByLabel(codeLabel)
  await soon(code).toBeEditable()
  network.expect(
    { call: 'POST /v1/profile/two-factor/check', body: { code: '271828' } },
    { reply: json({ twoFactorLastCheck: '2035-09-01T12:00:00.000Z' }) },
  )
  repeated()
  await code.pressSequentially('271828')
  await soon(question).toHaveCount(0)
}
