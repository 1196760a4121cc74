import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ContractWait } from '#contract/enumerations.ts'
import { known, type Words } from '#src/i18n/enumeration-words.ts'
import { Notice } from '#src/ui/notice.tsx'
import { ownHistory } from './own-history.ts'

type Said = Record<ContractWait, Words<'title' | 'what'>>

/** Whom the contract waits for, and what follows. */
const said: Said = {
  'first-payment': {
    title: msg`Договор ждёт вашего первого платежа`,
    what: msg`Он будет заключён, когда платёж поступит. Место в группе за вами до срока платежа и ещё неделю после него.`,
  },
  'overdue-payment': {
    title: msg`Договор ждёт просроченного платежа`,
    what: msg`Скачайте счёт или переведите по реквизитам. Если вы уже заплатили, платёж скоро появится здесь.`,
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

export function WaitsNotice({ contractId }: { contractId: string }) {
  const { i18n } = useLingui()
  const { data } = useQuery(ownHistory(contractId))
  const waitsFor = data?.waitsFor ?? null
  const words = waitsFor === null ? null : known<Said[ContractWait] | null>(said, waitsFor, null)
  if (words === null) return null
  return (
    <Notice tone={waitsFor === 'overdue-payment' ? 'error' : 'info'} title={i18n._(words.title)}>
      {i18n._(words.what)}
    </Notice>
  )
}
