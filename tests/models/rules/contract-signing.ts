import type { Observation } from '#tests/model-runner/observations.ts'
import { beginsWith, done, failed, requirement, requirementRules } from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule, starts, succeeded } from '#tests/model-runner/rule.ts'
import { noCode } from './contact-code.ts'
import { codeOf, codeRequirements, codeRules, errorOf, isRefusedFor } from './one-time-code.ts'

const contract = '00000000-0000-4000-8000-000000000020'
const isHopeless = isRefusedFor('no-second-factor', 'code-limit-reached', 'too-many-requests')
const isOutdated = isRefusedFor('contract-text-changed', 'state-conflict', 'not-found')
const isFirst = (seen: Observation) => codeOf(seen).code === 'none'
const readText = ({ before, event }: Observation) => ({
  contract,
  textHash: event.textHash ?? (before.context as { textHash: string }).textHash,
})
const rejected = (seen: Observation) => ({ ...noCode, refusal: errorOf(seen) })

/** What the law and the school ask of a simple electronic signature. */
export const contractSigningRules: readonly Rule[] = [
  ...codeRules,
  ...requirementRules([
    ...codeRequirements({
      address: readText,
      sent: ({ channel, target }) => ({ channel, target }),
      isUnsent: (seen) =>
        isOutdated(seen) ||
        isRefusedFor('no-second-factor')(seen) ||
        (isFirst(seen) && !isRefusedFor('code-too-soon')(seen)),
      unsent: [
        { on: '', if: isOutdated, to: 'reading', sets: rejected },
        { on: '', if: (seen) => !isOutdated(seen) && isHopeless(seen), to: 'hopeless' },
        { on: '', if: (seen) => !isOutdated(seen) && !isHopeless(seen), to: 'unsent' },
      ],
      isUnchecked: isOutdated,
      unchecked: { on: '', to: 'reading', sets: rejected },
      right: { on: '', to: 'signed' },
    }),
    requirement('Не отправленный код можно запросить ещё раз', 'D-26', {
      in: 'unsent',
      on: 'code.resend',
      to: 'sending',
      starts: (seen) => ({ sendCode: readText(seen) }),
    }),
    requirement('Код уходит для прочитанного текста, а до первой подписи спрашивают соглашение', 'S3', [
      {
        in: 'reading',
        on: 'text.confirm',
        if: ({ event }) => event.isAgreed,
        to: 'sending',
        sets: ({ event }) => ({ ...noCode, textHash: event.textHash }),
        starts: (seen) => ({ sendCode: readText(seen) }),
      },
      {
        in: 'reading',
        on: 'text.confirm',
        if: ({ event }) => !event.isAgreed,
        to: 'agreeing',
        sets: ({ event }) => ({ ...noCode, textHash: event.textHash }),
      },
      { in: 'agreeing', on: 'text.reread', to: 'reading', sets: { refusal: null } },
      {
        in: 'agreeing',
        on: 'agreement.accept',
        to: 'accepting',
        sets: ({ event }) => ({ agreementHash: event.hash, refusal: null }),
        starts: ({ event }) => ({ acceptAgreement: { contract, hash: event.hash } }),
      },
      {
        in: 'accepting',
        on: done('acceptAgreement'),
        to: 'sending',
        starts: (seen) => ({ sendCode: readText(seen) }),
      },
      { in: 'accepting', on: failed('acceptAgreement'), to: 'agreeing', sets: rejected },
    ]),
    requirement('Закрыть подписание можно всегда', 'D-26', { on: 'code.cancel', to: 'cancelled', does: [['close']] }),
  ]),
  beginsWith('Сначала читают договор', 'S3', {
    state: 'reading',
    context: { code: 'none', refusal: null, pause: 0, tried: null, contract, textHash: '', agreementHash: '' },
  }),
  rule('Код не уходит, пока соглашение не принято', 'S3', (seen, past) =>
    implies(
      starts(seen, 'sendCode'),
      [...past, seen].some(
        (one) => succeeded(one, 'acceptAgreement') || (one.event.type === 'text.confirm' && one.event.isAgreed),
      ),
    ),
  ),
  rule('Подписан — значит, сервер принял код', 'S3', ({ after, ...seen }, past) =>
    implies(
      after.matches('signed'),
      [...past, { after, ...seen }].some((one) => succeeded(one, 'checkCode')),
    ),
  ),
]
