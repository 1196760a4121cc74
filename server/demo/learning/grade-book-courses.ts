import type { Branch } from '#server/db/schema/programs.ts'
import { type SubjectCode, subjects } from '#server/demo/curriculum.ts'

/** A course of a grade book. A whole class takes it; unlike a program it has no enrolment. */
export type PlannedCourse = { title: string; topics: readonly string[]; noJournalReason: string | null }

export function listPlannedCourses(branch: Branch, grade: number | null): PlannedCourse[] {
  if (branch === 'academy') return academyCourses
  if (branch === 'college') return collegeCourses
  return schoolCourses(grade ?? 1)
}

function schoolCourses(grade: number): PlannedCourse[] {
  const sport = without('Физическая культура', 'Оценивается зачётом в конце четверти, журнал не ведётся')
  if (grade <= 4) {
    return [
      like('Русский язык', 'primary'),
      like('Математика', 'primary'),
      like('Литературное чтение', 'literature'),
      like('Окружающий мир', 'biology'),
      like('Английский язык', 'english'),
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
    like('Русский язык', 'russian'),
    like('Литература', 'literature'),
    like('Английский язык', 'english'),
    like('История', 'history'),
    like('Биология', 'biology'),
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
          like('Математика', 'math'),
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
          like('Алгебра', 'math'),
          like('Геометрия', 'math'),
          like('Физика', 'physics'),
          like('Информатика', 'informatics'),
        ]),
    ...(grade >= 8 ? [like('Химия', 'chemistry')] : []),
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
  return course(title, subjects[subject].topics)
}

function course(title: string, topics: readonly string[]): PlannedCourse {
  return { title, topics, noJournalReason: null }
}

function without(title: string, noJournalReason: string): PlannedCourse {
  return { title, topics: [], noJournalReason }
}
