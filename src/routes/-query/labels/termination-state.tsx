import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ContractTermination } from '#contract/billing/termination.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { ContractNumber } from './contract-number.tsx'

type Shown = { termination: Pick<ContractTermination, 'state' | 'lastDay' | 'toReturn' | 'moved' | 'due'> }

/** «Расторгается, последний день — 12 декабря, вернём 12 300 ₽», what moves to another contract, or is still to be paid. */
export function TerminationState({ termination: { state, lastDay, toReturn, moved, due } }: Shown) {
  const { i18n } = useLingui()
  const dates = useDates()
  const day = dates.day(lastDay)
  const returned = toReturn - moved
  const [back, other, debt] = [returned, moved, due].map((sum) => formatMoney(sum, i18n.locale))
  if (state === 'settled')
    return returned > 0 && moved > 0 ? (
      <Trans>
        Расторгнут, последний день — {day}, вернули {back}, перенесли {other}
      </Trans>
    ) : returned > 0 ? (
      <Trans>
        Расторгнут, последний день — {day}, вернули {back}
      </Trans>
    ) : moved > 0 ? (
      <Trans>
        Расторгнут, последний день — {day}, перенесли {other}
      </Trans>
    ) : (
      <Trans>Расторгнут, последний день — {day}</Trans>
    )
  return (
    <>
      <LastDay lastDay={lastDay} />
      {returned > 0 && moved > 0 ? (
        <Trans>
          , вернём {back}, перенесём {other}
        </Trans>
      ) : moved > 0 ? (
        <Trans>, перенесём {other}</Trans>
      ) : returned > 0 ? (
        <Trans>, вернём {back}</Trans>
      ) : (
        due > 0 && <Trans>, останется заплатить {debt}</Trans>
      )}
    </>
  )
}

/** Of a termination that is not settled: until when there are lessons. */
export function LastDay({ lastDay }: Pick<ContractTermination, 'lastDay'>) {
  const { today } = useSchoolNow()
  const day = useDates().day(lastDay)
  return lastDay < today ? (
    <Trans>Занятия закончились {day}</Trans>
  ) : (
    <Trans>Расторгается, последний день — {day}</Trans>
  )
}

type Parts = Pick<ContractTermination, 'online' | 'bank' | 'moved'> & { movedTo: string | null }

/** Where the money goes: one line each, with its sum where there are several. */
export function ReturnedParts({ termination: { online, bank, moved, movedTo } }: { termination: Parts }) {
  const { i18n } = useLingui()
  const [card, account, other] = [online, bank, moved].map((sum) => formatMoney(sum, i18n.locale))
  const contract = <ContractNumber>{movedTo}</ContractNumber>
  const isOne = [online, bank, moved].filter((sum) => sum > 0).length === 1
  const parts: [number, string, ReactNode][] = [
    [
      online,
      'online',
      isOne ? (
        <Trans key="online">Туда, откуда платили онлайн</Trans>
      ) : (
        <Trans key="online">{card} — туда, откуда платили онлайн</Trans>
      ),
    ],
    [
      bank,
      'bank',
      isOne ? <Trans key="bank">Переводом на счёт</Trans> : <Trans key="bank">{account} — переводом на счёт</Trans>,
    ],
    [
      moved,
      'moved',
      isOne ? (
        <Trans key="moved">На договор {contract}</Trans>
      ) : (
        <Trans key="moved">
          {other} — на договор {contract}
        </Trans>
      ),
    ],
  ]
  const shown = parts.filter(([sum]) => sum > 0)
  if (shown.length === 0) return null
  return (
    <ul className="tabular-nums">
      {shown.map(([, key, text]) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  )
}
