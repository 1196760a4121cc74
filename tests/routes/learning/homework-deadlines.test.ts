import { expect, test } from 'vitest'
import { dayOfEntry } from '#src/domain/schedule-entries.ts'
import { createDates } from '#src/i18n/dates.ts'
import { homeworkDayOf, homeworkDeadlines } from '#src/routes/-schedule/homework-deadlines.ts'
import { homeworkTaskSample } from '#tests/support/samples/homework-samples.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'

const dates = createDates('ru', 'Europe/Moscow')
const id = (digit: number) => `55555555-5555-4555-8555-00000000000${digit}`

test('Homework that can be handed in is a deadline of the schedule, once', () => {
  const lesson = homeworkTaskSample({ uuid: id(1), dueAt: '2026-11-21T12:00:00.000Z' })
  const submitted = homeworkTaskSample({ uuid: id(2), state: 'submitted', canBeDone: false })
  const independent = homeworkTaskSample({ uuid: id(3) })
  const schedule = [
    scheduleItem({ uuid: id(3), category: 'selfStudy' }),
    // The lesson that sets the homework is another item than its deadline.
    scheduleItem({ uuid: id(1) }),
  ]
  const [deadline, ...others] = homeworkDeadlines([lesson, submitted, independent], schedule, dates)
  expect(others).toEqual([])
  expect(deadline).toMatchObject({
    category: 'selfStudy',
    studentUuid: lesson.studentUuid,
    subject: 'Физика',
    title: 'Закон Ома',
    endsAt: lesson.dueAt,
  })
  expect([deadline?.uuid, id(1)].map((key) => homeworkDayOf(key ?? ''))).toEqual(['2026-11-21', null])
})

test('Homework that is due at midnight is on the day that ends then', () => {
  const task = homeworkTaskSample({ scheduledOn: '2026-11-19', dueAt: '2026-11-21T21:00:00.000Z' })
  expect(homeworkDeadlines([task], [], dates).map((deadline) => dayOfEntry(deadline, dates))).toEqual(['2026-11-21'])
})
