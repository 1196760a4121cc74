import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { forecastShown, forecastsOf } from '#src/school/forecast.ts'
import { Field } from '#src/ui/field.tsx'
import { Select } from '#src/ui/select.tsx'

/** What will have been paid by the end of a month that one chooses, if all goes by the plan. */
export function ForecastLine({ contract, today }: { contract: Contract; today: string }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { search, replace } = useAddress('contracts-and-payments-detail')
  const forecasts = forecastsOf(contract, today)
  const shown = forecastShown(forecasts, search.by)
  if (shown === undefined) return null
  const money = (kopecks: number) => formatMoney(kopecks, i18n.locale)
  return (
    <div className="flex flex-wrap items-end gap-x-lg gap-y-xs print:hidden">
      <div className="w-full md:w-[200px]">
        <Field label={t`Что будет к концу месяца`}>
          <Select value={shown.until.slice(0, 7)} onChange={({ target }) => replace({ by: target.value })}>
            {forecasts.map(({ until }) => (
              <option key={until} value={until.slice(0, 7)}>
                {dates.month(until)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <p role="status" className="min-w-0 flex-1 basis-[240px] pb-xs">
        <Trans>
          К {dates.dayWithYear(shown.until)} вы заплатите <Sum>{money(shown.paid)}</Sum>, останется{' '}
          <Sum>{money(shown.left)}</Sum>
        </Trans>
      </p>
    </div>
  )
}

function Sum({ children }: { children: string }) {
  return <span className="font-strong whitespace-nowrap tabular-nums">{children}</span>
}
