import type { AnyMachineSnapshot } from 'xstate'
import { enrolmentMachine } from '#src/machines/enrolment.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { programme2035Ids } from '#tests/support/samples/programme-2035-samples.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { refused } from './one-time-code.ts'
import { enrolmentRules } from './rules/enrolment.ts'

const { campaign, drones: opportunity, artyom, vera, tuesdays, fridays, course, basket } = programme2035Ids
export const purchase = `/catalog/${course}/purchase?child=${artyom}&basket=${basket}`

export const enrolmentModel: Model = {
  machine: enrolmentMachine,
  rules: enrolmentRules,
  title: 'Запись на «2035»',
  problems: declaredProblems({ enrol: 'POST /v1/schedule/group/enroll' }),
  impossibleProblems: { 'enrol | invalid-values': 'приходят только номера, которые дал сам сервер' },
  input: { campaign, opportunity, students: [artyom, vera], groups: [tuesdays, fridays] },
  events: {
    'student.choose': [
      { title: 'выбран Артём', with: { student: artyom } },
      { title: 'выбрана Вера', with: { student: vera } },
    ],
    'group.choose': [
      { title: 'выбрана группа по вторникам', with: { group: tuesdays } },
      { title: 'выбрана группа по пятницам', with: { group: fridays } },
    ],
    'enrolment.next': [{ title: 'нажато «Далее»' }],
    'enrolment.back': [{ title: 'нажато «Назад»' }],
    'enrolment.confirm': [{ title: 'нажато «Записаться»' }],
    'purchase.open': [{ title: 'нажато «Перейти к договору»' }],
    'modal.close': [{ title: 'событие приложения «2035 modal close»' }],
    'xstate.done.actor.enrol': [
      { title: 'место занято, направление бесплатное', with: { output: { location: null } } },
      { title: 'место занято, дальше договор', with: { output: { location: purchase } } },
    ],
    'xstate.error.actor.enrol': [
      refused('последнее место только что заняли', 'no-place-left'),
      refused('условия не выполнены', 'enrolment-refused'),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
      refused('нет связи с сервером', 'offline'),
    ],
  },
  impossible: {
    'xstate.done.actor.hearClose': 'слушатель только сообщает',
    'xstate.error.actor.hearClose': 'слушатель ничего не вызывает и не может отказать',
  },
  states: {
    choosing: 'выбирают, кого записать и в какую группу',
    confirming: 'проверяют запись',
    enrolling: 'запись отправляется',
    enrolled: 'место занято',
    closed: 'окно закрыто',
  },
  stateKey: ({ value, context }: AnyMachineSnapshot) =>
    JSON.stringify([value, context.student, context.group, context.location, context.refusal]),
}
