import type { LessonFormat } from '#contract/enumerations.ts'
import type { events } from '#server/db/schema/content.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { addDays, type Day, zonedInstant } from '#server/time/calendar-days.ts'

type Plan = {
  /** Days from today. */
  day: number
  from: string
  to: string
  category: keyof typeof pictures
  format: LessonFormat
  title: string
  summary: string
  place?: string
}

const pictures = {
  Олимпиада: 'olympiad',
  'Пробный экзамен': 'olympiad',
  'Мастер-класс': 'workshop',
  Лекция: 'lecture',
  'Родительское собрание': 'meeting',
  'День открытых дверей': 'open-day',
  Экскурсия: 'trip',
  Праздник: 'festival',
} as const

// biome-ignore format: one line an event
const plans: readonly Plan[] = [
  { day: -168, from: '11:00', to: '13:00', category: 'День открытых дверей', format: 'offline', title: 'День открытых дверей колледжа', summary: 'Мастерские, учебный банк и ответы приёмной комиссии. Можно прийти с родителями.', place: 'Пролетарская, актовый зал' },
  { day: -131, from: '12:00', to: '14:00', category: 'Мастер-класс', format: 'offline', title: 'Соберите радио за два часа', summary: 'Паяем простой приёмник и ловим первую станцию. Все детали выдаём.', place: 'Зеленоград, лаборатория 2' },
  { day: -98, from: '18:00', to: '19:30', category: 'Лекция', format: 'webinar', title: 'Как выбрать профиль в 10 классе', summary: 'Психолог и методист о том, что спросить у себя и у школы до выбора.' },
  { day: -76, from: '10:00', to: '15:00', category: 'Экскурсия', format: 'offline', title: 'Технопарк «Иннополис»', summary: 'День в компаниях технопарка: роботы, облака и обед с инженерами.', place: 'Иннополис, Университетская улица, 5' },
  { day: -61, from: '19:00', to: '20:00', category: 'Родительское собрание', format: 'webinar', title: 'Родительское собрание: как устроен год', summary: 'Расписание, кураторы, оплата и ответы на вопросы. Запись останется в кабинете.' },
  { day: -47, from: '10:00', to: '13:00', category: 'Олимпиада', format: 'offline', title: 'Школьный этап олимпиады по физике', summary: 'Пять задач и один опыт. Результаты через неделю.', place: 'Сокол, кабинеты 204 и 206' },
  { day: -40, from: '17:00', to: '18:30', category: 'Лекция', format: 'video', title: 'Чёрные дыры без формул', summary: 'Астрофизик рассказывает, что мы на самом деле видим на снимках. Запись лекции.' },
  { day: -33, from: '16:00', to: '18:00', category: 'Мастер-класс', format: 'stream', title: 'Пишем бота за вечер', summary: 'Прямой эфир: от пустого файла до бота, который отвечает друзьям.' },
  { day: -26, from: '12:00', to: '15:00', category: 'Праздник', format: 'offline', title: 'Турнир по шахматам', summary: 'Семь туров, три возрастные группы, призы от клуба «Ладья».', place: 'Мытищи, большой зал' },
  { day: -19, from: '18:30', to: '19:30', category: 'Лекция', format: 'webinar', title: 'Итоговое сочинение: разбор направлений', summary: 'Какие книги подойдут к каждому направлению и где чаще всего теряют баллы.' },
  { day: -12, from: '11:00', to: '14:00', category: 'Олимпиада', format: 'webinar', title: 'Командный бой по математике', summary: 'Команды из пяти городов, восемь задач, два часа на решение.' },
  { day: -8, from: '19:00', to: '20:00', category: 'Родительское собрание', format: 'stream', title: 'Академия: итоги первого модуля', summary: 'Показываем проекты, рассказываем о стажировках и следующем модуле.' },
  { day: -5, from: '15:00', to: '16:30', category: 'Мастер-класс', format: 'video', title: 'Акварель: город после дождя', summary: 'Занятие в записи для всех, кто хочет рисовать по вечерам.' },
  { day: -2, from: '13:00', to: '16:00', category: 'Экскурсия', format: 'offline', title: 'Музей криптографии', summary: 'Шифры, «Энигма» и квест в залах музея. Сбор у входа за 15 минут.', place: 'Москва, Ботаническая улица, 25' },
  { day: 0, from: '19:30', to: '20:30', category: 'Лекция', format: 'stream', title: 'Вечер вопросов о ЕГЭ', summary: 'Эксперты проверки отвечают в прямом эфире. Вопрос можно задать заранее.' },
  { day: 2, from: '18:00', to: '19:00', category: 'Родительское собрание', format: 'webinar', title: 'Как читать журнал оценок', summary: 'Куратор показывает кабинет: оценки, посещаемость, расписание и оплату.' },
  { day: 5, from: '11:00', to: '13:00', category: 'День открытых дверей', format: 'offline', title: 'День открытых дверей академии', summary: 'Познакомьтесь с наставниками и попробуйте задания каждой программы.', place: 'Сокол, второй этаж' },
  { day: 8, from: '10:00', to: '13:00', category: 'Олимпиада', format: 'offline', title: 'Муниципальный этап олимпиады по информатике', summary: 'Три часа, пять задач, любой язык программирования.', place: 'Зеленоград, компьютерный класс' },
  { day: 12, from: '16:30', to: '18:00', category: 'Мастер-класс', format: 'webinar', title: 'Как готовить выступление', summary: 'Три упражнения, после которых не страшно выйти к доске.' },
  { day: 16, from: '17:30', to: '19:00', category: 'Лекция', format: 'stream', title: 'Что умеют языковые модели', summary: 'Как они устроены, где ошибаются и как учиться вместе с ними честно.' },
  { day: 21, from: '12:00', to: '16:00', category: 'Экскурсия', format: 'offline', title: 'Лаборатория новых материалов', summary: 'Смотрим, как тянут, гнут и ломают образцы, и пробуем сами.', place: 'Мытищи, технопарк' },
  { day: 27, from: '15:00', to: '16:00', category: 'Лекция', format: 'video', title: 'История одной задачи', summary: 'Фильм о том, как три поколения математиков решали одну задачу.' },
  { day: 34, from: '12:00', to: '15:00', category: 'Праздник', format: 'offline', title: 'Праздник школы', summary: 'Концерт, ярмарка проектов и награждение победителей олимпиад.', place: 'Пролетарская, актовый зал' },
  { day: 45, from: '10:00', to: '14:00', category: 'Пробный экзамен', format: 'webinar', title: 'Пробный ОГЭ по математике', summary: 'Условия как на экзамене, проверка по критериям и разбор через три дня.' },
  { day: 58, from: '18:00', to: '19:30', category: 'Родительское собрание', format: 'webinar', title: 'Налоговый вычет за обучение', summary: 'Какие документы нужны и как получить справку в кабинете.' },
  { day: 72, from: '11:00', to: '17:00', category: 'Мастер-класс', format: 'offline', title: 'Хакатон «Город и данные»', summary: 'Команды академии и колледжа решают задачи районных служб.', place: 'Иннополис, коворкинг' },
  { day: 96, from: '11:00', to: '13:00', category: 'День открытых дверей', format: 'stream', title: 'Виртуальный день открытых дверей', summary: 'Прямой эфир со всех пяти площадок школы.' },
]

export function eventRows(random: Random, today: Day, timeZone: string): (typeof events.$inferInsert)[] {
  return plans.map(({ day, from, to, category, format, title, summary, place = null }) => {
    const id = random.uuid()
    return {
      id,
      title,
      summary,
      category,
      format,
      startsAt: zonedInstant(addDays(today, day), from, timeZone),
      endsAt: zonedInstant(addDays(today, day), to, timeZone),
      place,
      url: format === 'offline' ? null : `https://events.school.example/${id.slice(0, 8)}`,
      imageUrl: `/pictures/${pictures[category]}.svg`,
    }
  })
}
