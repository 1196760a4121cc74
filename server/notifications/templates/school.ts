import { ofStudent, type Templates } from './template.ts'

export type SchoolMessages = {
  'ticket-received': { number: string }
  /**
   * `answer` is its text, paragraphs separated by empty lines; `student` is the child whom the ticket is about, or empty.
   * Notifications of earlier releases have only the number.
   */
  'ticket-answered': { number: string; student?: string; answer?: string }
  /** To a teacher: `author` has written `message` (its text) about `student`, who may be empty. */
  'ticket-addressed': { number: string; author: string; student: string; message: string }
  /** `place` may be empty. */
  'event-reminder': { title: string; at: string; place: string }
  /** `text` is the beginning of the text. */
  'news-published': { title: string; text: string }
  /** To administrators: an endpoint gets no events any more. `why`: it only failed for three days, or answered 410. */
  'webhook-disabled': { url: string; why: 'failing' | 'gone' }
}

const ru: Templates<SchoolMessages> = {
  'ticket-received': ({ number }) => ({
    subject: `Сообщение ${number} получено`,
    text: `Мы получили ваше сообщение ${number}. Ответ придёт в личный кабинет, на страницу «Сообщения».`,
  }),
  'ticket-answered': ({ number, student = '', answer = '' }) => ({
    subject: ofStudent(student, `Ответ на сообщение ${number}`),
    text: firstWords(answer) || `Школа ответила на ваше сообщение ${number}.`,
    discreet: { text: `Школа ответила на ваше сообщение ${number}.` },
    ...(answer && { letter: `Школа ответила на ваше сообщение ${number}:\n\n${answer}` }),
    next: 'Ответ — в личном кабинете, «Сообщения».',
  }),
  'ticket-addressed': ({ number, author, student, message }) => ({
    subject: ofStudent(student, `Вам пишет ${author}`),
    text: firstWords(message),
    discreet: { text: `Вам пришло сообщение ${number}.` },
    letter: `${author} пишет вам, сообщение ${number}:\n\n${message}`,
    next: 'Ответить можно в личном кабинете, «Сообщения».',
  }),
  'event-reminder': ({ title, at, place }) => ({
    subject: `Скоро: ${title}`,
    text: `${at}${place && `, ${place}`}.`,
    next: 'Подробности — в личном кабинете, «Мероприятия».',
  }),
  'news-published': ({ title, text }) => ({
    subject: title,
    text,
    next: 'Вся новость — в личном кабинете, «Новости школы».',
  }),
  'webhook-disabled': ({ url, why }) => ({
    subject: 'Вебхук отключён',
    text: `${why === 'gone' ? 'Программа ответила, что больше не принимает события' : 'Программа три дня подряд не принимала события'}: ${url} . События туда больше не отправляются.`,
    next: 'Когда программа заработает, включите вебхук и отправьте недоставленное: панель администратора, «Интеграции».',
  }),
}

const en: Templates<SchoolMessages> = {
  'ticket-received': ({ number }) => ({
    subject: `We have your message ${number}`,
    text: `We have received your message ${number}. The answer will be in the personal account, on the page “Messages”.`,
  }),
  'ticket-answered': ({ number, student = '', answer = '' }) => ({
    subject: ofStudent(student, `Answer to your message ${number}`),
    text: firstWords(answer) || `The school has answered your message ${number}.`,
    discreet: { text: `The school has answered your message ${number}.` },
    ...(answer && { letter: `The school has answered your message ${number}:\n\n${answer}` }),
    next: 'The answer is in the personal account: “Messages”.',
  }),
  'ticket-addressed': ({ number, author, student, message }) => ({
    subject: ofStudent(student, `${author} has written to you`),
    text: firstWords(message),
    discreet: { text: `You have got the message ${number}.` },
    letter: `${author} has written to you, message ${number}:\n\n${message}`,
    next: 'You can answer in the personal account: “Messages”.',
  }),
  'event-reminder': ({ title, at, place }) => ({
    subject: `Soon: ${title}`,
    text: `${at}${place && `, ${place}`}.`,
    next: 'Details are in the personal account: “Events”.',
  }),
  'news-published': ({ title, text }) => ({
    subject: title,
    text,
    next: 'The whole news item is in the personal account: “School news”.',
  }),
  'webhook-disabled': ({ url, why }) => ({
    subject: 'A webhook is disabled',
    text: `${why === 'gone' ? 'The program has answered that it takes no events any more' : 'The program has taken no events for three days'}: ${url} . No events are sent there.`,
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
