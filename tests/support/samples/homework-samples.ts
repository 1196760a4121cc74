import type { HomeworkTask } from '#contract/learning/homework.ts'
import { artem } from './progress-samples.ts'

/** An open task of Physics, due on Saturday, 21 November 2026. */
export function homeworkTaskSample(part: Partial<HomeworkTask> = {}): HomeworkTask {
  return {
    uuid: '55555555-5555-4555-8555-000000000001',
    studentUuid: artem,
    subject: 'Физика',
    title: 'Закон Ома',
    task: null,
    scheduledOn: '2026-11-18',
    dueAt: '2026-11-21T12:00:00.000Z',
    acceptedUntil: null,
    state: 'open',
    canBeDone: true,
    score: null,
    max: null,
    url: null,
    ...part,
  }
}
