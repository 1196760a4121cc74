import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ContractTermination } from '#contract/billing/termination.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'

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

/** Where the money goes, one line each: it is said also where it is only one way. */
export function ReturnedParts({ termination: { online, bank, moved, movedTo } }: { termination: Parts }) {
  const { i18n } = useLingui()
  const [card, account, other] = [online, bank, moved].map((sum) => formatMoney(sum, i18n.locale))
  const parts: [number, string, ReactNode][] = [
    [online, 'online', <Trans key="online">{card} — туда, откуда платили онлайн</Trans>],
    [bank, 'bank', <Trans key="bank">{account} — переводом на счёт</Trans>],
    [
      moved,
      'moved',
      <Trans key="moved">
        {other} — на договор №&nbsp;{movedTo}
      </Trans>,
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
