// Database: none.
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { branches } from '#contract/enumerations.ts'
import names from '#server/demo/english-names.json' with { type: 'json' }
import { createSchool } from '#server/demo/enrolment/create-school.ts'
import { listPlannedCourses } from '#server/demo/learning/grade-book-courses.ts'
import { calendarRows, youngestOfGroups } from '#server/demo/learning/lesson-rows.ts'
import { type SubjectCode, subjects } from '#server/demo/structure/curriculum.ts'
import { topicsOf } from '#server/demo/structure/topics.ts'

const topicsOfGrade = (grade: number) =>
  new Map(listPlannedCourses('school', grade).map(({ title, topics }) => [title, topics]))

test('The demo teaches each grade what belongs to it', () => {
  const third = topicsOfGrade(3)
  expect(third.get('Литературное чтение')).toContain('Басни Крылова')
  expect(third.get('Математика')).toContain('Таблица умножения')
  expect(third.get('Окружающий мир')).toContain('Животные леса')
  const late = ['«Мастер и Маргарита»', '«Преступление и наказание»', 'Логарифмы', 'Производная', 'Фотоэффект']
  for (let grade = 1; grade <= 11; grade += 1) {
    const all = [...topicsOfGrade(grade).values()].flat()
    expect([grade, late.filter((topic) => all.includes(topic))]).toEqual([grade, grade <= 9 ? [] : late])
  }
})

test('Each topic of the demo has an English translation', () => {
  const grades = [null, ...Array.from({ length: 11 }, (_, index) => index + 1)]
  const codes = Object.keys(subjects) as SubjectCode[]
  const ofLessons = grades.flatMap((grade) => codes.flatMap((code) => topicsOf(code, grade)))
  const ofMarks = grades.flatMap((grade) => branches.flatMap((branch) => listPlannedCourses(branch, grade)))
  const topics = new Set([...ofLessons, ...ofMarks.flatMap((course) => course.topics)])
  const isRussian = (topic: string) => /\p{Script=Cyrillic}/u.test(topic)
  expect(topics.size).toBeGreaterThan(500)
  expect([...topics].filter((topic) => isRussian(topic) && !Object.hasOwn(names, topic))).toEqual([])
})

/** What a lesson does with its topic. */
const lessonKind = new RegExp(
  `: (?:${[
    'практикум|разбор заданий|обсуждение|проверочная работа',
    'повторение|закрепление|работа над ошибками|ответы на вопросы|итоговая работа',
    'семинар|тренировка|консультация|разбор случаев|защита работ',
    'лекция|лабораторная работа|опрос|дискуссия|презентации',
  ].join('|')})$`,
)

test('A group of several grades is taught what suits its youngest student, each lesson under its own title', () => {
  const school = createSchool({
    now: new Date('2026-11-20T09:00:00Z'),
    timeZone: 'Europe/Moscow',
    families: 60,
    seed: 'lichny-kabinet',
  })
  const youngest = youngestOfGroups(school)
  const lessons = [...calendarRows(school, new Map())].flatMap(({ table, rows }) =>
    getTableName(table) === 'lessons' ? (rows as { groupId: string; topic: string }[]) : [],
  )
  const titles = lessons.map(({ groupId, topic }) => `${groupId} ${topic}`)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  const wrong = lessons.filter(({ groupId, topic }) => {
    const { program } = school.structure.groups.find(({ row }) => row.id === groupId) ?? {}
    const grade = youngest.get(groupId)
    if (!program || grade === undefined || program.grades.length === 0) return false
    return !topicsOf(program.subject, grade).includes(topic.replace(lessonKind, ''))
  })
  expect(wrong).toEqual([])
  const isLate = (grade: number, topic: string) => grade <= 9 && topic.startsWith('«Мастер и Маргарита»')
  expect(lessons.filter(({ groupId, topic }) => isLate(youngest.get(groupId) ?? 0, topic))).toEqual([])
})
