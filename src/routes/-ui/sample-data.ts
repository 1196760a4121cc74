import type { CalendarBand, CalendarDay, CalendarItem } from '#src/ui/calendar/calendar-items.ts'

const weekdays = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']
const weekdayNames = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье']

/** Days of November 2026: Monday 26 October to Sunday 6 December. */
export const sheet: CalendarDay[] = Array.from({ length: 42 }, (_, index) => {
  const date = new Date(Date.UTC(2026, 9, 26 + index))
  const month = ['октября', 'ноября', 'декабря'][date.getUTCMonth() - 9]
  return {
    day: date.toISOString().slice(0, 10),
    number: String(date.getUTCDate()),
    weekday: weekdays[index % 7] ?? '',
    name: `${weekdayNames[index % 7]}, ${date.getUTCDate()} ${month}`,
    today: index === 25,
    outside: date.getUTCMonth() !== 10,
  }
})

export const week = sheet.slice(21, 28)

type Sample = [from: string, to: string, title: string, note: string, look: keyof typeof looks]

const looks = {
  offline: { tone: 'accent', icon: 'schedule-full-time' },
  webinar: { tone: 'info', icon: 'schedule-webinar' },
  exam: { tone: 'volcano', icon: 'exam' },
  talk: { tone: 'purple', icon: 'conversations' },
  self: { tone: 'neutral', icon: 'schedule-self-study' },
} as const

const kinds = { offline: 'очно', webinar: 'вебинар', exam: 'экзамен', talk: 'беседа', self: 'самостоятельно' }

const lessons: Sample[] = [
  ['10:00', '11:30', 'Математика', 'Алиса · кабинет 204', 'offline'],
  ['10:30', '12:00', 'Физика: подготовка к олимпиаде', 'Марк · онлайн', 'webinar'],
  ['15:00', '15:45', 'Беседа с куратором', 'Алиса · онлайн', 'talk'],
  ['16:30', '18:00', 'Русский язык', 'Марк · кабинет 118', 'offline'],
  ['18:00', '19:30', 'Программирование на Python', 'Марк · онлайн', 'webinar'],
]

function lesson(day: string, [starts, ends, title, note, look]: Sample): CalendarItem {
  const hours = { from: minutes(starts), to: minutes(ends) }
  const cancelled = day.endsWith('18') && title === 'Русский язык'
  const state = cancelled ? { cancelled, state: 'Отменено' } : {}
  return {
    key: `${day} ${starts}`,
    day,
    hours,
    starts,
    ends,
    title,
    note,
    spoken: kinds[look],
    ...state,
    ...looks[look],
  }
}

function minutes(clock: string) {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

export const items: CalendarItem[] = [
  ...sheet.flatMap(({ day }, index) =>
    index % 7 > 4 || index < 9
      ? []
      : lessons.filter((_, nth) => (index + nth) % 3 !== 0 || index === 23).map((sample) => lesson(day, sample)),
  ),
  lesson('2026-11-21', ['09:00', '13:00', 'Пробный ЕГЭ по математике', 'Марк · актовый зал', 'exam']),
  { ...lesson('2026-11-19', ['', '', 'Читать «Капитанскую дочку», главы 1–6', 'Алиса', 'self']), hours: null },
]

export const bands: CalendarBand[] = [
  { key: 'autumn', from: '2026-10-26', to: '2026-11-04', title: 'Осенние каникулы', tone: 'warning', icon: 'vacation' },
  { key: 'olympiad', from: '2026-11-19', to: '2026-11-24', title: 'Неделя олимпиад', tone: 'success', icon: 'award' },
]
