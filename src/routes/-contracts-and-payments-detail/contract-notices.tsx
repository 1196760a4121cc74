import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Contract, Payment } from '#contract/enrolment/contracts.ts'
import type { ContractWaitReason } from '#contract/enumerations.ts'
import { placeKeptUntil } from '#src/domain/billing/contract-signing.ts'
import { type Labels, lookUp } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { optionalHistoryQuery } from './contract-timeline.tsx'

type WaitTexts = Record<ContractWaitReason, Labels<'title' | 'what'>>

/** What the contract waits for and what happens next. */
const waitTexts: WaitTexts = {
  signature: {
    title: msg`Договор ждёт подписи`,
    what: msg`Платить можно будет, когда договор подпишет заказчик.`,
  },
  'first-payment': {
    title: msg`Договор ждёт вашего первого платежа`,
    what: msg`Он будет заключён, когда платёж поступит.`,
  },
  'overdue-payment': {
    title: msg`Договор ждёт просроченного платежа`,
    what: msg`Заплатите по счёту. Если вы уже заплатили, платёж скоро появится здесь.`,
  },
  bank: {
    title: msg`Договор ждёт перечисления от банка`,
    what: msg`Банк платит сам по вашей рассрочке: от вас сейчас ничего не нужно.`,
  },
  fund: {
    title: msg`Договор ждёт перечисления материнского капитала`,
    what: msg`Социальный фонд рассматривает заявление и переводит деньги сам: от вас сейчас ничего не нужно.`,
  },
  settlement: {
    title: msg`Школа считает, что осталось по договору`,
    what: msg`Когда расчёт будет готов, остаток вернётся вам, и договор завершится.`,
  },
}

export function WaitingNotice({ contract }: { contract: Contract }) {
  const { i18n } = useLingui()
  const { data } = useQuery(optionalHistoryQuery(contract.uuid))
  const waitsFor = data?.waitsFor ?? null
  if (data && waitsFor === null && contract.status === 'Frozen') return <FrozenNotice until={data.frozenUntil} />
  const texts = waitsFor === null ? null : lookUp<WaitTexts[ContractWaitReason] | null>(waitTexts, waitsFor, null)
  if (texts === null) return null
  const unpaid = waitsFor === 'first-payment' ? firstUnpaid(contract) : null
  return (
    <Notice tone={waitsFor === 'overdue-payment' ? 'error' : 'info'} title={i18n._(texts.title)}>
      {unpaid === null ? i18n._(texts.what) : <PlaceOfUnpaid dueOn={unpaid.dueOn} />}
    </Notice>
  )
}

function FrozenNotice({ until }: { until: string | undefined }) {
  const dates = useDates()
  if (until === undefined)
    return (
      <Notice title={<Trans>Договор приостановлен</Trans>}>
        <Trans>Занятий и платежей пока нет.</Trans>
      </Notice>
    )
  const day = dates.dayWithYear(until)
  return (
    <Notice title={<Trans>Договор приостановлен до {day} включительно</Trans>}>
      <Trans>
        Занятий и платежей в это время нет, место в группе сохраняется. Потом занятия продолжатся, а сроки платежей
        сдвинутся на столько же дней.
      </Trans>
    </Notice>
  )
}

/** The first payment, which the place waits for. A contract with money does not expire, nor one that others pay. */
function firstUnpaid({ paid, payments: [first] }: Contract): Payment | null {
  return paid === 0 && (first?.status === 'Open' || first?.status === 'Error') ? first : null
}

/** Both days in one text: until when to pay, and until when the place is kept. */
function PlaceOfUnpaid({ dueOn }: { dueOn: string }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const day = dates.day(dueOn)
  const until = dates.day(placeKeptUntil(dueOn))
  return dueOn < today ? (
    <Trans>
      Платёж ждали до {day}. Место держим до {until}, потом оно освободится.
    </Trans>
  ) : (
    <Trans>
      Оплатите до {day}. Место держим до {until}, потом оно освободится.
    </Trans>
  )
}

/** The contract was cancelled because it was not signed, or not paid, in time. */
export function NotPaidNotice({ contract: { uuid, signing } }: { contract: Contract }) {
  const { data } = useQuery(optionalHistoryQuery(uuid))
  if (signing && signing.customerAt === null)
    return (
      <Notice
        tone="warning"
        title={<Trans>Договор не подписан в срок и больше не действует</Trans>}
        action={data && <EnrolAgainLink courseUuid={data.courseUuid} />}
      >
        <Trans>Место в группе освобождено, платить не нужно. Если курс ещё нужен, запишитесь заново.</Trans>
      </Notice>
    )
  return (
    <Notice
      tone="error"
      title={<Trans>Договор не оплачен в срок и больше не действует</Trans>}
      action={data && <EnrolAgainLink courseUuid={data.courseUuid} />}
    >
      <Trans>
        Место в группе освобождено, платить по этому договору не нужно. Если курс ещё нужен, запишитесь заново. Если вы
        заплатили, напишите в школу: деньги вернут или перенесут на новый договор.
      </Trans>
    </Notice>
  )
}

function EnrolAgainLink({ courseUuid }: { courseUuid: string | null }) {
  const text = <Trans>Записаться заново</Trans>
  return courseUuid === null ? (
    <ButtonLink to="/2035" variant="primary">
      {text}
    </ButtonLink>
  ) : (
    <ButtonLink to="/catalog/$id" params={{ id: courseUuid }} variant="primary">
      {text}
    </ButtonLink>
  )
}
