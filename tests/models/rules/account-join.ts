import type { NewContact } from '#src/machines/account-verification.ts'
import type { CodeContext } from '#src/machines/one-time-code.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirementRules } from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, starts, succeeded } from '#tests/model-runner/rule.ts'
import { codeOf, codeRequirements, codeRules, errorOf, isRefusedFor } from './one-time-code.ts'

const noCode: CodeContext = { code: 'none', refusal: null, pause: 0, tried: null }
const contactOf = ({ before }: Observation): NewContact => {
  const { channel, value } = before.context as NewContact
  return { channel, value }
}
const forgets = [['forgetSent']] as const
const isProofOver = isRefusedFor('code-expired')
const rejected = (seen: Observation) => ({ ...noCode, refusal: errorOf(seen), accounts: null })

export const accountJoinRules: readonly Rule[] = [
  ...codeRules,
  ...requirementRules([
    {
      title: 'Указанный контакт получает код, другой контакт — другой код',
      source: 'D-27',
      steps: [
        {
          in: 'editing',
          on: 'value.submit',
          to: 'sending',
          sets: ({ event: { channel, value } }) => ({ ...noCode, channel, value }),
          starts: ({ event: { channel, value } }) => ({ sendCode: { channel, value } }),
        },
        { in: ['awaiting', 'reviewing'], on: 'value.edit', to: 'editing', sets: () => noCode, does: () => forgets },
      ],
    },
    ...codeRequirements({
      address: contactOf,
      sent: () => ({}),
      isUnsent: (seen) => codeOf(seen).code === 'none' && !isRefusedFor('code-too-soon')(seen),
      unsent: [{ on: '', to: 'editing', sets: rejected }],
      right: { on: '', to: 'reviewing', sets: () => noCode, does: (seen) => [['keepVerified', contactOf(seen)]] },
      onSent: (seen, pause) => [['keepSent', { ...contactOf(seen), pause }]],
      onEnded: () => forgets,
    }),
    {
      title: 'Окно, открытое заново, ждёт кода, отправленного раньше, и второго не просит',
      source: 'D-27',
      steps: [
        {
          in: 'editing',
          on: 'sent.recalled',
          to: 'awaiting.entering',
          sets: ({ event: { channel, value, pause } }) => ({ ...noCode, code: 'alive', channel, value, pause }),
          does: ({ event: { channel, value, pause } }) => [['keepSent', { channel, value, pause }]],
          starts: ({ event: { pause } }) => ({ countPause: { seconds: pause } }),
        },
      ],
    },
    {
      title: 'Окно, открытое заново после верного кода, показывает, что объединится, и кода не просит',
      source: 'D-27',
      steps: [
        {
          in: 'editing',
          on: 'verified.recalled',
          to: 'reviewing',
          sets: ({ event: { channel, value } }) => ({ ...noCode, channel, value }),
        },
      ],
    },
    {
      title: 'Объединяется то, что показано, и один раз',
      source: 'D-26',
      steps: [
        {
          in: 'reviewing',
          on: 'join.confirm',
          to: 'joining',
          sets: ({ event: { accounts } }) => ({ accounts }),
          starts: ({ event: { accounts } }) => ({ joinAccounts: accounts }),
        },
        {
          in: 'joining',
          on: done('joinAccounts'),
          to: 'joined',
          does: () => [...forgets, ['notifyJoined'], ['close']],
        },
        {
          in: 'joining',
          on: failed('joinAccounts'),
          if: isProofOver,
          to: 'editing',
          sets: rejected,
          does: () => forgets,
        },
        {
          in: 'joining',
          on: failed('joinAccounts'),
          if: (seen) => !isProofOver(seen),
          to: 'reviewing',
          sets: (seen) => ({ refusal: errorOf(seen), accounts: null }),
        },
      ],
    },
    {
      title: 'Передумавший закрывает окно откуда угодно и ничего больше не просит',
      source: 'D-26',
      steps: [{ on: 'code.cancel', to: 'cancelled', does: () => [...forgets, ['close']] }],
    },
  ]),
  {
    title: 'В начале контакт не введён и ничего не отправлено',
    source: 'D-27',
    holds: () => true,
    holdsAtStart: ({ after, begun }) => after.matches('editing') && begun.every(({ id }) => id === 'recallSent'),
  },
  {
    title: 'Объединяет только сам человек, прочитав, что объединится',
    source: 'D-26',
    holds: (observation) => implies(starts(observation, 'joinAccounts'), observation.event.type === 'join.confirm'),
  },
  {
    title: '«Объединены» говорится, только когда сервер объединил',
    source: 'D-26',
    holds: (observation) => implies(performs(observation, 'notifyJoined'), succeeded(observation, 'joinAccounts')),
  },
  {
    title: 'Окно закрывается само, когда объединено или отменено, и только тогда',
    source: 'S9',
    holds: (observation) =>
      performs(observation, 'close') ===
      (observation.after.status === 'done' && observation.before.status === 'active'),
  },
]
