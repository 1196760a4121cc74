import type { Locale } from '#contract/enumerations.ts'
import { correctPrepositions } from '#contract/plain-text.ts'
import { type AccountMessages, accountGroupTitles, accountTemplates } from './templates/account.ts'
import { type AutopayMessages, autopayTemplates } from './templates/autopay.ts'
import { type ContractsMessages, contractsTemplates } from './templates/contracts.ts'
import { type EnrolmentMessages, enrolmentTemplates } from './templates/enrolment.ts'
import { type LessonsMessages, lessonsGroupTitles, lessonsTemplates } from './templates/lessons.ts'
import { type MarksMessages, marksGroupTitles, marksTemplates } from './templates/marks.ts'
import { type PaymentsMessages, paymentsTemplates } from './templates/payments.ts'
import { type SchoolMessages, schoolTemplates } from './templates/school.ts'
import { type SummaryItem, type SummaryMessages, summaryTemplates } from './templates/summary.ts'
import type { RenderedTemplate, Templates } from './templates/template.ts'

/** All messages and the values of their templates. */
export type MessageValues = AccountMessages &
  AutopayMessages &
  ContractsMessages &
  EnrolmentMessages &
  LessonsMessages &
  MarksMessages &
  PaymentsMessages &
  SchoolMessages &
  SummaryMessages
export type MessageKind = keyof MessageValues

const templates: Record<Locale, Templates<MessageValues>> = { ru: templatesOf('ru'), en: templatesOf('en') }
const groupTitles = { ru: groupTitlesOf('ru'), en: groupTitlesOf('en') }

function templatesOf(language: Locale): Templates<MessageValues> {
  return {
    ...accountTemplates[language],
    ...autopayTemplates[language],
    ...contractsTemplates[language],
    ...enrolmentTemplates[language],
    ...lessonsTemplates[language],
    ...marksTemplates[language],
    ...paymentsTemplates[language],
    ...schoolTemplates[language],
    ...summaryTemplates[language],
  }
}

function groupTitlesOf(language: Locale): Partial<Record<string, (count: number, student: string) => string>> {
  return { ...accountGroupTitles[language], ...lessonsGroupTitles[language], ...marksGroupTitles[language] }
}

/** Subject and text of a stored message; null for a kind of another release. */
export function renderMessage(
  kind: string,
  language: Locale,
  values: Record<string, string>,
): { subject: string; text: string } | null {
  const rendered = renderTemplate(kind, language, values)
  if (!rendered) return null
  const { subject, text, next } = rendered
  return { subject, text: next ? `${text} ${next}` : text }
}

/** Kinds whose text says by itself what and whom it is about. An SMS of the others begins with the subject. */
const standingAlone = { ...accountTemplates.ru, ...contractsTemplates.ru, ...paymentsTemplates.ru }

/** The text of an SMS; null for a kind of another release. */
export function renderSms(kind: string, language: Locale, values: Record<string, string>): string | null {
  const rendered = renderMessage(kind, language, values)
  if (!rendered) return null
  const { subject, text } = rendered
  if (Object.hasOwn(standingAlone, kind)) return text
  return `${subject}${/[.!?…]$/.test(subject) ? '' : '.'} ${text}`
}

/** The text of an email, where it says more than the other channels; null where it does not. */
export function renderLetter(kind: string, language: Locale, values: Record<string, string>): string | null {
  return renderTemplate(kind, language, values)?.letter ?? null
}

/** Title, text and action of a notification in the application, of up to `values.length` of `count` that are shown as one. */
export function renderNotification(
  kind: string,
  language: Locale,
  { values, count }: { values: readonly Record<string, string>[]; count: number },
): { title: string; lines: string[]; action: string | null } | null {
  const rendered = values.flatMap((some) => renderTemplate(kind, language, some) ?? [])
  const [first] = rendered
  if (!first) return null
  const { subject, text, line = text, action = null } = first
  if (count === 1) return { title: subject, lines: [line], action }
  const student = values[0]?.student ?? ''
  const title = groupTitles[language][kind]?.(count, student) ?? subject
  const lines = rendered.map(({ about, text, line = text }) => (about ? `${about}: ${line}` : line))
  return { title, lines, action }
}

/** Title and text of a push notification; without marks and sums unless the person allows them. */
export function renderPush(
  kind: string,
  language: Locale,
  { values, hasDetails }: { values: Record<string, string>; hasDetails: boolean },
): { title: string; body: string } | null {
  const rendered = renderTemplate(kind, language, values)
  if (!rendered) return null
  const { subject, text } = hasDetails ? rendered : { ...rendered, ...rendered.discreet }
  return { title: subject, body: text }
}

/** The item of a push notification about several things of one change: what they are about, without any values. */
export function renderPushOfGroup(
  kind: MessageKind,
  language: Locale,
  { values, count }: { values: readonly Record<string, string>[]; count: number },
): SummaryItem {
  const rendered = values.flatMap((some) => renderTemplate(kind, language, some) ?? [])
  const title = groupTitles[language][kind]?.(count, values[0]?.student ?? '')
  const [first] = rendered
  const about = new Set(rendered.flatMap((one) => one.about ?? []))
  return { title: title ?? first?.discreet?.subject ?? first?.subject ?? '', lines: [[...about].join(', ')] }
}

function renderTemplate(kind: string, language: Locale, values: Record<string, string>): RenderedTemplate | null {
  if (!isKind(kind)) return null
  // Checked against the kind when the message was queued.
  const render = templates[language][kind] as (values: Record<string, string>) => RenderedTemplate
  const rendered = render(values)
  if (language !== 'ru') return rendered
  const { discreet, ...texts } = rendered
  return { ...correctTexts(texts), ...(discreet && { discreet: correctTexts(discreet) }) }
}

function correctTexts<Texts extends Record<string, string | undefined>>(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text && correctPrepositions(text)]),
  ) as Texts
}

/** Appends the line that binds a code to our host, so that phones fill it in there only (domain-bound codes). */
export function bindToHost(text: string, code: string, host: string): string {
  return `${text}\n\n@${host} #${code}`
}

function isKind(kind: string): kind is MessageKind {
  return Object.hasOwn(templates.ru, kind)
}
