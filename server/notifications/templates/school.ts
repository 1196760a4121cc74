import type { TicketRecipientRole } from '#contract/enumerations.ts'
import { ofStudent, type Templates } from './template.ts'

export type SchoolMessages = {
  /** `student` is the child whom the ticket is about, or empty; absent in messages of earlier releases. */
  'ticket-received': { number: string; student?: string }
  /**
   * `answer` is its text, paragraphs separated by empty lines; `by` is the teacher or curator who has written it, absent for
   * the office. Notifications of earlier releases have only the number.
   */
  'ticket-answered': { number: string; student?: string; answer?: string; by?: string; role?: TicketRecipientRole }
  /** To a teacher or curator: `author` has written `message` (its text) about `student`, who may be empty. */
  'ticket-addressed': { number: string; author: string; student: string; message: string }
  /** `place` may be empty. */
  'event-reminder': { title: string; at: string; place: string }
  /** `text` is the beginning of the text. */
  'news-published': { title: string; text: string }
  /** To administrators: an endpoint gets no events any more. `why`: it only failed for three days, or answered 410. */
  'webhook-disabled': { url: string; why: 'failing' | 'gone' }
}

const ruRoles: Record<TicketRecipientRole, string> = { teacher: 'преподаватель', curator: 'куратор' }
const enRoles: Record<TicketRecipientRole, string> = { teacher: 'teacher', curator: 'group tutor' }

const ru: Templates<SchoolMessages> = {
  'ticket-received': ({ number, student = '' }) => ({
    subject: ofStudent(student, `Сообщение ${number} получено`),
    text: `Мы получили ваше сообщение ${number}. Ответ придёт в личный кабинет, на страницу «Сообщения».`,
  }),
  'ticket-answered': ({ number, student = '', answer = '', by, role }) => {
    const who = by && role && `${ruRoles[role]} ${by}`
    const answered = who ? `На ваше сообщение ${number} отвечает ${who}` : `Школа ответила на ваше сообщение ${number}`
    return {
      subject: ofStudent(student, who ? `Вам отвечает ${who}` : `Ответ на сообщение ${number}`),
      text: firstWords(answer) || `${answered}.`,
      discreet: { text: `${answered}.` },
      ...(answer && { letter: `${answered}:\n\n${answer}` }),
      next: 'Весь ответ — в личном кабинете, на странице «Сообщения».',
    }
  },
  'ticket-addressed': ({ number, author, student, message }) => ({
    subject: ofStudent(student, `Вам пишет ${author}`),
    text: firstWords(message),
    discreet: { text: `Вам пришло сообщение ${number}.` },
    letter: `Сообщение ${number}:\n\n${message}`,
    next: 'Ответить можно в личном кабинете, на странице «Сообщения».',
  }),
  'event-reminder': ({ title, at, place }) => ({
    subject: `Скоро: ${title}`,
    text: `${at}${place && `, ${place}`}.`,
    next: 'Подробности — в личном кабинете, на странице «Мероприятия».',
  }),
  'news-published': ({ title, text }) => ({
    subject: title,
    text,
    next: 'Вся новость — в личном кабинете, на странице «Новости школы».',
  }),
  'webhook-disabled': ({ url, why }) => ({
    subject: 'Вебхук отключён',
    text: `${why === 'gone' ? 'Программа ответила, что больше не принимает события' : 'Программа три дня подряд не принимала события'}: ${url} . События туда больше не отправляются.`,
    next: 'Когда программа заработает, включите вебхук и отправьте недоставленное: панель администратора, «Интеграции».',
  }),
}

const en: Templates<SchoolMessages> = {
  'ticket-received': ({ number, student = '' }) => ({
    subject: ofStudent(student, `We have received your message ${number}`),
    text: `We have received your message ${number}. The reply will appear in your account, on the page “Messages”.`,
  }),
  'ticket-answered': ({ number, student = '', answer = '', by, role }) => {
    const who = by && role && `${by}, ${enRoles[role]},`
    const answered = `${who ?? 'The school'} has replied to your message ${number}`
    return {
      subject: ofStudent(student, who ? `A reply from ${by}, ${enRoles[role]}` : `Reply to your message ${number}`),
      text: firstWords(answer) || `${answered}.`,
      discreet: { text: `${answered}.` },
      ...(answer && { letter: `${answered}:\n\n${answer}` }),
      next: 'The whole reply is in your account, on the page “Messages”.',
    }
  },
  'ticket-addressed': ({ number, author, student, message }) => ({
    subject: ofStudent(student, `A message from ${author}`),
    text: firstWords(message),
    discreet: { text: `You have a new message, ${number}.` },
    letter: `Message ${number}:\n\n${message}`,
    next: 'You can reply in your account, on the page “Messages”.',
  }),
  'event-reminder': ({ title, at, place }) => ({
    subject: `Soon: ${title}`,
    text: `${at}${place && `, ${place}`}.`,
    next: 'Details are in your account, on the page “Events”.',
  }),
  'news-published': ({ title, text }) => ({
    subject: title,
    text,
    next: 'The whole news item is in your account, on the page “School news”.',
  }),
  'webhook-disabled': ({ url, why }) => ({
    subject: 'A webhook is disabled',
    text: `${why === 'gone' ? 'The program has responded that it no longer takes events' : 'The program has taken no events for three days'}: ${url} . No events are sent there.`,
    next: 'When the program works again, enable the webhook and send what was not delivered: administration panel, “Integrations”.',
  }),
}

/** Characters of an answer in a notification and an SMS. */
const firstWordsLength = 120

function firstWords(answer: string): string {
  const line = answer.replaceAll(/\s+/g, ' ')
  if (line.length <= firstWordsLength) return line
  return `${line.slice(0, line.lastIndexOf(' ', firstWordsLength))}…`
}

export const schoolTemplates = { ru, en }
