// Database: none.
import { expect, test } from 'vitest'
import { programs } from '#server/demo/curriculum.ts'
import { listPlannedCourses } from '#server/demo/learning/grade-book-courses.ts'
import { topicsOfProgram } from '#server/demo/topics.ts'

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

test('A group of several grades is taught what suits the youngest', () => {
  for (const program of programs.filter(({ grades }) => Math.min(...grades) <= 9))
    expect([program.title, topicsOfProgram(program)]).not.toEqual([
      program.title,
      expect.arrayContaining(['«Мастер и Маргарита»']),
    ])
})
