import type { Observation } from '#tests/model-runner/observations.ts'
import { done, failed, requirement, requirementRules } from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, rule, succeeded } from '#tests/model-runner/rule.ts'
import { contactOf, contactRequirements, contactRules, noCode } from './contact-code.ts'
import { errorOf, isRefusedFor } from './one-time-code.ts'

const forgets = (seen: Observation) => [['forgetSent', { channel: contactOf(seen).channel }]] as const
const concernsAddress = isRefusedFor('invalid-values', 'state-conflict')
const rejected = (seen: Observation) => ({ ...noCode, refusal: errorOf(seen) })
const saves = (seen: Observation) => ({ saveContact: contactOf(seen) })

export const accountVerificationRules: readonly Rule[] = [
  ...contactRules({ ended: 'saved', recalls: ({ channel }) => ({ channel }) }),
  ...requirementRules([
    ...contactRequirements({
      changeable: ['awaiting'],
      forgets,
      rejected,
      right: { to: 'saving', starts: saves },
      recalled: 'unsaved',
    }),
    requirement('Сохраняется тот адрес, на который ушёл код, и подтверждать его второй раз не надо', 'D-27', [
      {
        in: 'saving',
        on: done('saveContact'),
        to: 'saved',
        does: (seen) => [...forgets(seen), ['notifySaved'], ['close']],
      },
      { in: 'saving', on: failed('saveContact'), if: concernsAddress, to: 'editing', sets: rejected, does: forgets },
      {
        in: 'saving',
        on: failed('saveContact'),
        if: (seen) => !concernsAddress(seen),
        to: 'unsaved',
        sets: (seen) => ({ refusal: errorOf(seen) }),
      },
      { in: 'unsaved', on: 'value.save', to: 'saving', starts: saves },
    ]),
  ]),
  rule('«Сохранено» говорится, только когда сервер сохранил', 'D-27', (seen) =>
    implies(performs(seen, 'notifySaved'), succeeded(seen, 'saveContact')),
  ),
]
