import { beginsWith, requirement, requirementRules } from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, rule } from '#tests/model-runner/rule.ts'
import { codeOf, codeRequirements, codeRules, isRefusedFor } from './one-time-code.ts'

const isHopeless = isRefusedFor('no-second-factor', 'code-limit-reached', 'too-many-requests')
const answered = (isConfirmed: boolean) => () => [['settle', { isConfirmed }]] as const

export const twoFactorRules: readonly Rule[] = [
  ...codeRules,
  ...requirementRules([
    ...codeRequirements({
      address: () => ({}),
      sent: ({ channel, target }) => ({ channel, target }),
      isUnsent: (seen) =>
        isRefusedFor('no-second-factor')(seen) ||
        (codeOf(seen).code === 'none' && !isRefusedFor('code-too-soon')(seen)),
      unsent: [
        { on: '', if: isHopeless, to: 'hopeless' },
        { on: '', if: (seen) => !isHopeless(seen), to: 'unsent' },
      ],
      right: { on: '', to: 'passed', does: answered(true) },
    }),
    requirement('Не отправленный код можно запросить ещё раз', 'D-26', {
      in: 'unsent',
      on: 'code.resend',
      to: 'sending',
      starts: { sendCode: {} },
    }),
    requirement('Отменённое не подтверждает, и об этом сказано тому, кто ждёт', 'D-26', {
      on: 'code.cancel',
      to: 'cancelled',
      does: answered(false),
    }),
  ]),
  beginsWith('Код отправляется сразу', 'D-26', {
    state: 'sending',
    context: { code: 'none', refusal: null, pause: 0, tried: null },
    starts: { sendCode: {} },
  }),
  rule(
    'Действие ждёт одного ответа: подтверждено или нет',
    'D-26',
    (observation, past) =>
      implies(performs(observation, 'settle'), !past.some((one) => performs(one, 'settle'))) &&
      implies(observation.after.status === 'done', performs(observation, 'settle')) &&
      (observation.after.status === 'done') ===
        ['passed', 'cancelled'].some((state) => observation.after.matches(state)),
  ),
]
