import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Autopay, AutopayCharge } from '#contract/billing/autopay.ts'
import { autopayTermsVersion } from '#contract/billing/autopay-rules.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { CheckoutRefusal } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { autopaysQuery } from '#src/api/contracts.ts'
import { isAhead, type PlannedCharge, plannedChargesOf } from '#src/domain/billing/autopay.ts'
import { duePayments } from '#src/domain/billing/payments.ts'
import { type Labels, labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AutopayTerms } from '#src/routes/-flow/payments/autopay-terms.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

const refusals: Labels<CheckoutRefusal> = {
  'insufficient-funds': msg`на карте не хватило денег`,
  'card-expired': msg`срок действия карты истёк`,
  'card-details-wrong': msg`банк не узнал карту`,
  'confirmation-failed': msg`банк требует подтверждение`,
  'limit-reached': msg`сумма больше лимита карты`,
  'bank-refused': msg`банк отклонил платёж`,
  'method-unavailable': msg`банк не ответил`,
  'permission-revoked': msg`согласие отозвано в банке`,
  other: msg`банк отклонил платёж`,
}

/** Automatic payments of the contract: what is charged next, and one press to stop; or how to turn them on. */
export function AutopayCard({ contract, today }: { contract: Contract; today: string }) {
  const { t } = useLingui()
  const { data } = useQuery(optionalQuery(autopaysQuery()))
  if (!data) return null
  const { isOffered, autopays } = data
  const own = autopays.find(({ contractUuid }) => contractUuid === contract.uuid)
  const planned = plannedChargesOf([contract], { paid: [], autopays, today })
  const isSilent = own === undefined || (own.state === 'off' && own.charges.length === 0)
  if (isSilent && (!isOffered || planned.length === 0)) return null
  return (
    <Card title={t`Автоплатёж`}>
      <div tabIndex={-1} className="flex flex-col gap-sm focus-visible:outline-none">
        {own?.state === 'on' && <TurnedOn autopay={own} />}
        {own?.state === 'saving' && (
          <p>
            <Trans>Включится, когда пройдёт оплата и банк запомнит карту.</Trans>
          </p>
        )}
        {own?.state === 'off' && <TurnedOff autopay={own} />}
        {own?.canResume === true && planned.length > 0 && <Resume contract={contract} planned={planned} own={own} />}
        {isOffered && own?.canResume !== true && (own === undefined || own.state === 'off') && (
          <HowToBegin contract={contract} today={today} />
        )}
      </div>
    </Card>
  )
}

function TurnedOn({ autopay }: { autopay: Autopay }) {
  const { uuid, isOwn, card, charges } = autopay
  const stop = usePressMutation(
    callMutation('POST /v1/profile/autopay/{autopayId}/stop', { handlesError: true, idempotent: true }),
  )
  const [next, ...later] = charges.filter(isAhead)
  return (
    <>
      {next ? (
        <NextCharge charge={next} card={card} />
      ) : (
        <p>
          <Trans>Включён. Списывать больше нечего.</Trans>
        </p>
      )}
      <FailedCharges charges={charges} />
      {later.length > 0 && (
        <Disclosure summary={<Trans>Следующие списания</Trans>}>
          <LaterCharges charges={later} />
        </Disclosure>
      )}
      {isOwn ? (
        <div className="flex flex-wrap gap-xs max-md:flex-col">
          <AccountOwnerButton
            ref={passFocusUp}
            busy={stop.isPending}
            onClick={() => stop.mutate({ params: { autopayId: uuid } })}
          >
            <Trans>Отключить автоплатёж</Trans>
          </AccountOwnerButton>
        </div>
      ) : (
        <p className="text-sm text-ink-muted">
          <Trans>Его включил другой взрослый: отключить может только он.</Trans>
        </p>
      )}
      {isOwn && <AccountOwnerOnly />}
      <CallError error={stop.error}>
        <Trans>Автоплатёж не отключён.</Trans>
      </CallError>
    </>
  )
}

/** What is charged next; of one that was refused also why, and when it is repeated. */
function NextCharge({
  charge: { amount, on, state, attempts, refusal },
  card,
}: {
  charge: AutopayCharge
  card: string | null
}) {
  const { i18n } = useLingui()
  const dates = useDates()
  const [sum, day] = [formatMoney(amount, i18n.locale), dates.day(on)]
  const reason = refusal && i18n._(labelOf(refusals, refusal))
  return (
    <div role="status">
      <p className="text-lg font-strong tabular-nums">
        {state === 'charging' ? (
          <Trans>Списываем {sum}</Trans>
        ) : (
          <Trans>
            {day} спишется {sum}
          </Trans>
        )}
      </p>
      {card !== null && (
        <p className="text-ink-muted">
          <Trans>С карты ··{card}</Trans>
        </p>
      )}
      {state === 'announced' && attempts > 0 && (
        <p className="text-ink-error">
          {reason ? <Trans>В прошлый раз не получилось: {reason}.</Trans> : <Trans>В прошлый раз не получилось.</Trans>}
        </p>
      )}
    </div>
  )
}

/** Instalments that were given up: the person pays them. */
function FailedCharges({ charges }: { charges: readonly AutopayCharge[] }) {
  const { i18n } = useLingui()
  return charges
    .filter(({ state }) => state === 'failed' || state === 'skipped')
    .map(({ paymentUuid, amount, state, refusal }) => {
      const sum = formatMoney(amount, i18n.locale)
      const reason = refusal && i18n._(labelOf(refusals, refusal))
      return (
        <p key={paymentUuid} className={state === 'failed' ? 'text-ink-error' : 'text-ink-muted'}>
          {reason ? (
            <Trans>
              {sum} списать не получилось: {reason}. Заплатите сами.
            </Trans>
          ) : (
            <Trans>{sum} автоматически не спишется. Заплатите сами.</Trans>
          )}
        </p>
      )
    })
}

function LaterCharges({ charges }: { charges: readonly AutopayCharge[] }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  return (
    <ul aria-label={t`Следующие списания`} className="flex flex-col gap-xxs text-sm">
      {charges.map(({ paymentUuid, amount, on }) => (
        <li key={paymentUuid} className="flex justify-between gap-base">
          <time dateTime={on}>{dates.dayWithYear(on)}</time>
          <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, i18n.locale)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Why it is off, and a charge that is at the bank already. */
function TurnedOff({ autopay: { endReason, charges, card } }: { autopay: Autopay }) {
  const { i18n } = useLingui()
  const underWay = charges.find(({ state }) => state === 'charging')
  const sum = formatMoney(underWay?.amount ?? 0, i18n.locale)
  return (
    <div role="status">
      <p className="font-strong">
        <EndReason reason={endReason} card={card} />
      </p>
      {underWay && (
        <p>
          <Trans>{sum} уже в банке: это списание остановить нельзя, оно последнее.</Trans>
        </p>
      )}
    </div>
  )
}

function EndReason({ reason, card }: { reason: Autopay['endReason']; card: string | null }) {
  switch (reason) {
    case 'permission-revoked':
      return <Trans>Отключён: согласие на списания с карты ··{card} отозвано в банке</Trans>
    case 'card-expired':
      return <Trans>Отключён: срок действия карты ··{card} истёк</Trans>
    case 'not-saved':
      return <Trans>Не включился: банк не запомнил карту</Trans>
    case 'by-staff':
      return <Trans>Отключён школой: больше ничего не спишется</Trans>
    case 'payee-changed':
      return <Trans>Отключён школой: деньги по договору теперь получает другая организация</Trans>
    default:
      return <Trans>Отключён: больше ничего не спишется</Trans>
  }
}

/** The card is still kept: agreeing again is one press below the terms. */
function Resume({ contract, planned, own }: { contract: Contract; planned: readonly PlannedCharge[]; own: Autopay }) {
  const resume = usePressMutation(callMutation('POST /v1/profile/autopay', { handlesError: true, idempotent: true }))
  return (
    <>
      <Disclosure summary={<Trans>Что и когда будет списываться</Trans>}>
        <AutopayTerms charges={planned} />
      </Disclosure>
      <div className="flex flex-wrap gap-xs max-md:flex-col">
        <AccountOwnerButton
          ref={passFocusUp}
          busy={resume.isPending}
          onClick={() => resume.mutate({ body: { contractUuid: contract.uuid, termsVersion: autopayTermsVersion } })}
        >
          <Trans>Включить снова с карты ··{own.card}</Trans>
        </AccountOwnerButton>
      </div>
      <AccountOwnerOnly />
      <CallError error={resume.error}>
        <Trans>Автоплатёж не включён.</Trans>
      </CallError>
    </>
  )
}

/** The card is saved by the next payment. */
function HowToBegin({ contract, today }: { contract: Contract; today: string }) {
  const [next] = duePayments([contract], today)
  if (next === undefined) return null
  return (
    <>
      <p>
        <Trans>Внесите ближайший платёж картой, следующие спишутся автоматически.</Trans>
      </p>
      <div className="flex max-md:flex-col print:hidden">
        <ButtonLink to="/payment" search={{ payment: [next.payment.uuid], method: 'card' }}>
          <Trans>Оплатить картой и включить</Trans>
        </ButtonLink>
      </div>
    </>
  )
}
