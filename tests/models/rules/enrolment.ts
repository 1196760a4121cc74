import type { EnrolmentInput } from '#src/machines/enrolment.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirement, requirementRules, taggedOnly } from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule, starts, succeeded } from '#tests/model-runner/rule.ts'

type Known = Pick<EnrolmentInput, 'campaign' | 'opportunity'> & {
  student: string | null
  group: string | null
  refusal: string | null
  location: string | null
}
const was = ({ before }: Observation) => before.context as Known
const isFull = ({ event }: Observation) => event.error?.type === 'no-place-left'
const refused = ({ event }: Observation) => ({ refusal: event.error.type })

export const enrolmentRules: readonly Rule[] = [
  ...requirementRules([
    requirement('Не выбрав, кого и куда, дальше не пройти', 'S3', [
      { in: 'choosing', on: 'student.choose', sets: ({ event }) => ({ student: event.student, refusal: null }) },
      { in: 'choosing', on: 'group.choose', sets: ({ event }) => ({ group: event.group, refusal: null }) },
      {
        in: 'choosing',
        on: 'enrolment.next',
        if: (seen) => was(seen).student !== null && was(seen).group !== null,
        to: 'confirming',
      },
      { in: 'confirming', on: 'enrolment.back', to: 'choosing', sets: { refusal: null } },
    ]),
    requirement('Место просят после последнего взгляда: того, кого выбрали, туда, куда выбрали', 'S3', [
      {
        in: 'confirming',
        on: 'enrolment.confirm',
        to: 'enrolling',
        sets: { refusal: null },
        starts: (seen) => {
          const { campaign, opportunity, student, group } = was(seen)
          return { enrol: { campaign, opportunity, student, group } }
        },
      },
      {
        in: 'enrolling',
        on: done('enrol'),
        to: 'enrolled',
        sets: ({ event }) => ({ location: event.output.location, refusal: null }),
      },
    ]),
    requirement('Занятая группа больше не выбрана, и причина сказана', 'D-36', {
      in: 'enrolling',
      on: failed('enrol'),
      if: isFull,
      to: 'choosing',
      sets: (seen) => ({ ...refused(seen), group: null }),
    }),
    requirement('Отказ сказан, а выбор цел', 'D-21', {
      in: 'enrolling',
      on: failed('enrol'),
      if: (seen) => !isFull(seen),
      to: 'confirming',
      sets: refused,
    }),
    requirement('К договору ведут только там, где он нужен, и по адресу сервера', 'S3', {
      in: 'enrolled',
      on: 'purchase.open',
      if: (seen) => was(seen).location !== null,
      does: (seen) => [['openPurchase', { location: was(seen).location }]],
    }),
    requirement('Событие приложения закрывает окно откуда угодно', 'S3', {
      on: 'modal.close',
      to: 'closed',
      does: [['close']],
    }),
  ]),
  {
    title: 'Окно начинается с выбора и слышит событие приложения',
    source: 'S3',
    holds: ({ after }) => (after.status === 'done') === after.matches('closed'),
    holdsAtStart: ({ after, begun }) => after.matches('choosing') && begun.map(({ id }) => id).join() === 'hearClose',
  },
  taggedOnly('Пока ждут ответа, видно, что занято', 'S8', 'busy', ['enrolling']),
  rule('Записан — значит, сервер записал, и второй раз не просят', 'D-36', (observation, past) =>
    implies(
      past.some((one) => succeeded(one, 'enrol') && one.after.matches('enrolled')),
      !starts(observation, 'enrol'),
    ),
  ),
]
