import type { Branch } from '#contract/enumerations.ts'
import type { SubjectCode } from '#server/demo/structure/curriculum.ts'
import { geometryTopics, topicsOf } from '#server/demo/structure/topics.ts'

/** A course of a grade book. A whole class takes it; unlike a program it has no enrolment. */
export type PlannedCourse = {
  title: string
  topics: readonly string[]
  noJournalReason: string | null
  /** Subject of the groups whose lessons it marks. */
  subject?: SubjectCode
}

export function listPlannedCourses(branch: Branch, grade: number | null): PlannedCourse[] {
  if (branch === 'academy') return academyCourses
  if (branch === 'college') return collegeCourses
  return schoolCourses(grade ?? 1)
}

function schoolCourses(grade: number): PlannedCourse[] {
  const ofGrade = (title: string, subject: SubjectCode) => course(title, topicsOf(subject, grade), subject)
  const sport = without('Физическая культура', 'Оценивается зачётом в конце четверти, журнал не ведётся')
  if (grade <= 4) {
    return [
      ofGrade('Русский язык', 'russian'),
      ofGrade('Математика', 'math'),
      ofGrade('Литературное чтение', 'literature'),
      ofGrade('Окружающий мир', 'biology'),
      ofGrade('Английский язык', 'english'),
      course('Музыка', [
        'Марш, танец, песня',
        'Инструменты оркестра',
        'Народные песни',
        '«Щелкунчик»',
        'Ритм и темп',
        'Опера для детей',
      ]),
      sport,
    ]
  }
  return [
    ofGrade('Русский язык', 'russian'),
    ofGrade('Литература', 'literature'),
    ofGrade('Английский язык', 'english'),
    ofGrade('История', 'history'),
    ofGrade('Биология', 'biology'),
    course('География', [
      'План и карта',
      'Литосфера',
      'Реки и озёра',
      'Климат',
      'Природные зоны',
      'Население мира',
      'Города',
      'Экономика России',
    ]),
    ...(grade <= 6
      ? [
          ofGrade('Математика', 'math'),
          course('Технология', [
            'Чертёж детали',
            'Дерево и инструмент',
            'Электрическая цепь',
            'Проект «Светильник»',
            'Ткань и шов',
            'Защита проекта',
          ]),
        ]
      : [
          ofGrade('Алгебра', 'math'),
          course('Геометрия', geometryTopics(grade)),
          ofGrade('Физика', 'physics'),
          ofGrade('Информатика', 'informatics'),
        ]),
    ...(grade >= 8 ? [ofGrade('Химия', 'chemistry')] : []),
    sport,
  ]
}

const academyCourses: PlannedCourse[] = [
  like('Математические основы', 'data'),
  like('Мастерская', 'web'),
  course('Командный проект', [
    'Роли в команде',
    'Постановка задачи',
    'План и сроки',
    'Прототип',
    'Проверка на людях',
    'Отчёт',
    'Защита',
  ]),
  course('Коммуникация и презентации', [
    'Структура выступления',
    'Голос и пауза',
    'Слайды без лишнего',
    'Ответы на вопросы',
    'Переговоры',
    'Публичная защита',
  ]),
  like('Английский для профессии', 'english'),
  without('Стажировка', 'Журнал откроется, когда начнётся модуль 3'),
]

const collegeCourses: PlannedCourse[] = [
  like('Математика', 'math'),
  like('Русский язык и культура речи', 'russian'),
  like('Иностранный язык', 'english'),
  course('Основы философии', [
    'Что такое философия',
    'Сократ и Платон',
    'Средние века',
    'Декарт',
    'Кант',
    'Русская философия',
    'Этика',
    'Человек и техника',
  ]),
  like('Профессиональный модуль 01', 'programming'),
  like('Профессиональный модуль 02', 'design'),
  without('Учебная практика', 'Руководитель практики ещё не назначен'),
]

function like(title: string, subject: SubjectCode): PlannedCourse {
  return course(title, topicsOf(subject, null), subject)
}

function course(title: string, topics: readonly string[], subject?: SubjectCode): PlannedCourse {
  return { title, topics, noJournalReason: null, ...(subject && { subject }) }
}

function without(title: string, noJournalReason: string): PlannedCourse {
  return { title, topics: [], noJournalReason }
}
