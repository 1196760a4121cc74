import type { NewContact } from '#src/machines/account-verification.ts'
import type { CodeContext } from '#src/machines/one-time-code.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirementRules } from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, succeeded } from '#tests/model-runner/rule.ts'
import { codeOf, codeRequirements, codeRules, errorOf, isRefusedFor } from './one-time-code.ts'

const noCode: CodeContext = { code: 'none', refusal: null, pause: 0, tried: null }
const addressOf = ({ before }: Observation): NewContact => {
  const { channel, value } = before.context as NewContact
  return { channel, value }
}
const forgets = (seen: Observation) => [['forgetSent', { channel: addressOf(seen).channel }]] as const
const concernsAddress = isRefusedFor('invalid-values', 'state-conflict')
const rejected = (seen: Observation) => ({ ...noCode, refusal: errorOf(seen) })
const saves = (seen: Observation) => ({ saveContact: addressOf(seen) })

export const accountVerificationRules: readonly Rule[] = [
  ...codeRules,
  ...requirementRules([
    {
      title: 'Введённый адрес получает код, другой адрес — другой код',
      source: 'D-27',
      steps: [
        {
          in: 'editing',
          on: 'value.submit',
          to: 'sending',
          sets: ({ event }) => ({ ...noCode, value: event.value }),
          starts: (seen) => ({ sendCode: { ...addressOf(seen), value: seen.event.value } }),
        },
        { in: 'awaiting', on: 'value.edit', to: 'editing', sets: () => noCode, does: forgets },
      ],
    },
    ...codeRequirements({
      address: addressOf,
      sent: () => ({}),
      isUnsent: (seen) => codeOf(seen).code === 'none' && !isRefusedFor('code-too-soon')(seen),
      unsent: [{ on: '', to: 'editing', sets: rejected }],
      right: { on: '', to: 'saving', does: (seen) => [['keepVerified', addressOf(seen)]], starts: saves },
      onSent: (seen, pause) => [['keepSent', { ...addressOf(seen), pause }]],
      onEnded: forgets,
    }),
    {
      title: 'Окно, открытое заново, ждёт кода, отправленного раньше, и второго не просит',
      source: 'D-27',
      steps: [
        {
          in: 'editing',
          on: 'sent.recalled',
          to: 'awaiting.entering',
          sets: ({ event: { value, pause } }) => ({ ...noCode, code: 'alive', value, pause }),
          does: (seen) => {
            const { value, pause } = seen.event
            return [['keepSent', { channel: addressOf(seen).channel, value, pause }]]
          },
          starts: ({ event: { pause } }) => ({ countPause: { seconds: pause } }),
        },
      ],
    },
    {
      title: 'Окно, открытое заново после верного кода, предлагает сохранить, и кода не просит',
      source: 'D-27',
      steps: [
        {
          in: 'editing',
          on: 'verified.recalled',
          to: 'unsaved',
          sets: ({ event: { value } }) => ({ ...noCode, value }),
        },
      ],
    },
    {
      title: 'Сохраняется тот адрес, на который ушёл код, и подтверждать его второй раз не надо',
      source: 'D-27',
      steps: [
        {
          in: 'saving',
          on: done('saveContact'),
          to: 'saved',
          does: (seen) => [...forgets(seen), ['notifySaved'], ['close']],
        },
        {
          in: 'saving',
          on: failed('saveContact'),
          if: concernsAddress,
          to: 'editing',
          sets: rejected,
          does: forgets,
        },
        {
          in: 'saving',
          on: failed('saveContact'),
          if: (seen) => !concernsAddress(seen),
          to: 'unsaved',
          sets: (seen) => ({ refusal: errorOf(seen) }),
        },
        { in: 'unsaved', on: 'value.save', to: 'saving', starts: saves },
      ],
    },
    {
      title: 'Передумавший закрывает окно откуда угодно и ничего больше не просит',
      source: 'D-26',
      steps: [{ on: 'code.cancel', to: 'cancelled', does: (seen) => [...forgets(seen), ['close']] }],
    },
  ]),
  {
    title: 'В начале адрес не введён и ничего не отправлено',
    source: 'D-27',
    holds: () => true,
    holdsAtStart: ({ after, begun }) =>
      after.matches('editing') &&
      codeOf({ before: after } as Observation).code === 'none' &&
      begun.every(({ id }) => id === 'recallSent'),
  },
  {
    title: '«Сохранено» говорится, только когда сервер сохранил',
    source: 'D-27',
    holds: (observation) => implies(performs(observation, 'notifySaved'), succeeded(observation, 'saveContact')),
  },
  {
    title: 'Окно закрывается само, когда сохранено или отменено, и только тогда',
    source: 'S9',
    holds: (observation) =>
      performs(observation, 'close') ===
        (observation.after.status === 'done' && observation.before.status === 'active') &&
      (observation.after.status === 'done') ===
        ['saved', 'cancelled'].some((state) => observation.after.matches(state)),
  },
]
