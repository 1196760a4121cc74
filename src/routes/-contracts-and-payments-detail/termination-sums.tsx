import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TerminationPreview } from '#contract/billing/termination.ts'
import type { TerminationObstacle } from '#contract/enumerations.ts'
import { withoutYearSuffix } from '#src/domain/date-range-text.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { type Labels, labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { ReturnAccount } from '#src/machines/contract-termination.ts'
import { LastDayField } from '#src/routes/-flow/payments/last-day-field.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { TerminationOutcome } from '#src/routes/-query/labels/termination-outcome.tsx'
import { ReturnedParts } from '#src/routes/-query/labels/termination-state.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { RadioGroup } from '#src/ui/forms/checkbox-and-radio.tsx'

type TerminationSumsProps = {
  preview: TerminationPreview
  /** The sums are those of the chosen day and destination. */
  isRefreshed: boolean
  moveTo: string | null
  onDay: (day: string) => void
  onTarget: (contractUuid: string | null) => void
}

/** What is returned, when and where to, before what it depends on: the last day and the destination. */
export function TerminationSums({ preview, isRefreshed, moveTo, onDay, onTarget }: TerminationSumsProps) {
  const { t } = useLingui()
  const { toReturn, targets } = preview
  return (
    <div className="flex flex-col gap-base">
      <div aria-live="polite" aria-busy={!isRefreshed} className={isRefreshed ? undefined : 'opacity-60'}>
        <Outcome preview={preview} moveTo={moveTo} />
        <PaidAndGiven preview={preview} />
      </div>
      <LastDayField preview={preview} onDay={onDay} />
      {(toReturn > 0 || moveTo !== null) && targets.length > 0 && (
        <RadioGroup
          legend={t`Что сделать с этими деньгами`}
          options={[
            { value: returned, label: t`Вернуть деньги` },
            ...targets.map((target) => ({
              value: target.contractUuid,
              label: <TargetName target={target} />,
              hint: <TargetLeft target={target} />,
            })),
          ]}
          value={moveTo ?? returned}
          onChange={(value) => onTarget(value === returned ? null : value)}
        />
      )}
      <Disclosure summary={<Trans>Как посчитали</Trans>}>
        <Calculation preview={preview} />
      </Disclosure>
    </div>
  )
}

const returned = 'returned'
type Target = TerminationPreview['targets'][number]

function TargetName({ target: { course } }: { target: Target }) {
  return <Trans>Перенести на «{course}»</Trans>
}

function TargetLeft({ target: { number, ...target } }: { target: Target }) {
  const { i18n } = useLingui()
  const left = formatMoney(target.left, i18n.locale)
  return (
    <Trans>
      Договор <ContractNumber>{number}</ContractNumber>, осталось заплатить {left}
    </Trans>
  )
}

type OutcomeProps = { preview: TerminationPreview; moveTo: string | null }

/** The sum, where it goes and when. */
function Outcome({ preview, moveTo }: OutcomeProps) {
  const { due, toReturn } = preview
  return (
    <>
      <p className="text-2xl font-strong tabular-nums">
        <TerminationOutcome termination={preview} />
      </p>
      <ReturnedParts termination={{ ...preview, movedTo: numberOf(preview, moveTo) }} />
      {(toReturn > 0 || due > 0) && (
        <p>
          <OutcomeDay preview={preview} />
        </p>
      )}
    </>
  )
}

function OutcomeDay({ preview: { lastDay, online, bank, due } }: Pick<OutcomeProps, 'preview'>) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const on = shiftDay(lastDay, 1, 'day')
  // A full stop follows it.
  const day = on.slice(0, 4) === today.slice(0, 4) ? dates.day(on) : withoutYearSuffix(dates.dayWithYear(on))
  if (due > 0) return <Trans>За занятия, в течение пяти дней после последнего.</Trans>
  if (online > 0) return <Trans>Расчёт {day}. Банк обычно зачисляет возврат за несколько дней.</Trans>
  return bank > 0 ? <Trans>Расчёт {day}, потом школа переведёт деньги.</Trans> : <Trans>Расчёт {day}.</Trans>
}

function PaidAndGiven({ preview: { paid, given, lessons } }: Pick<OutcomeProps, 'preview'>) {
  const { i18n } = useLingui()
  const { held, planned } = lessons
  const [was, price] = [paid, given].map((sum) => formatMoney(sum, i18n.locale))
  return (
    <p className="mt-xs text-sm text-ink-muted tabular-nums">
      <Plural
        value={held}
        one={`Заплачено ${was}, # занятие из ${planned} стоит ${price}.`}
        few={`Заплачено ${was}, # занятия из ${planned} стоят ${price}.`}
        many={`Заплачено ${was}, # занятий из ${planned} стоят ${price}.`}
        other={`Заплачено ${was}, # занятия из ${planned} стоят ${price}.`}
      />
    </p>
  )
}

/** The parts of the sum, and the rules. */
function Calculation({ preview }: Pick<OutcomeProps, 'preview'>) {
  const { t, i18n } = useLingui()
  const money = (sum: number) => formatMoney(sum, i18n.locale)
  const { price, paid, given, toReturn, due } = preview
  const { held, planned } = preview.lessons
  return (
    <div className="flex flex-col gap-sm">
      <DescriptionList
        entries={[
          {
            key: 'lessons',
            term: t`Занятий до этого дня`,
            value: t`${held} из ${planned}`,
          },
          { key: 'price', term: t`Цена курса`, value: money(price) },
          { key: 'given', term: t`Цена этих занятий`, value: money(given) },
          { key: 'paid', term: t`Оплачено`, value: money(paid) },
          due > 0
            ? { key: 'due', term: t`Останется заплатить`, value: money(due) }
            : { key: 'back', term: t`Остаток`, value: money(toReturn) },
        ]}
      />
      <p className="text-sm text-ink-muted">
        <Trans>
          Считаем по занятиям в расписании, в том числе пропущенным; отменённые не считаются. Цена занятий округлена
          вниз до рубля. Расходов школа не удерживает.
        </Trans>
      </p>
    </div>
  )
}

function numberOf({ targets }: TerminationPreview, moveTo: string | null): string | null {
  return targets.find(({ contractUuid }) => contractUuid === moveTo)?.number ?? null
}

type AgreedSumsProps = { preview: TerminationPreview; moveTo: string | null; account: ReturnAccount | null }

/** What the person confirms. */
export function AgreedSums({ preview, moveTo, account }: AgreedSumsProps) {
  const dates = useDates()
  const day = dates.dayWithYear(preview.lastDay)
  const ending = account?.account.slice(-4)
  return (
    <div className="flex flex-col gap-sm">
      <div>
        <Outcome preview={preview} moveTo={moveTo} />
        {preview.bank > 0 && account && (
          <p className="text-sm text-ink-muted">
            <Trans>Счёт ··{ending}</Trans>
          </p>
        )}
      </div>
      <p>
        <Trans>Занятия идут по {day} включительно, потом место в группе освободится.</Trans>
      </p>
      <p>
        <Trans>
          Начатые платежи и автоплатёж по этому договору прекратятся, до последнего дня платить ничего не нужно.
        </Trans>
      </p>
    </div>
  )
}

const obstacles: Labels<TerminationObstacle> = {
  'not-in-force': msg`Договор сейчас не действует, поэтому расторгать нечего. Если это не так, напишите в школу.`,
  'programme-2035': msg`Запись по программе «2035» расторгает школа.`,
  'transfer-under-way': msg`Сначала отзовите смену группы или дождитесь её.`,
  'paid-by-institution': msg`Часть курса платит банк или фонд, и деньги вернутся ему. Такой договор расторгает школа.`,
  'not-planned': msg`Расписание курса ещё не составлено до конца, поэтому цену занятий посчитать нельзя. Напишите в школу.`,
  'course-over': msg`Курс уже заканчивается: возвращать по нему нечего.`,
}

/** Why the account cannot do it, and whom to write to. */
export function Obstacle({ obstacle }: { obstacle: TerminationObstacle }) {
  const { i18n } = useLingui()
  return (
    <Notice
      tone="warning"
      title={<Trans>Расторгнуть договор в личном кабинете сейчас нельзя</Trans>}
      action={
        <ButtonLink to="/messages">
          <Trans>Написать в школу</Trans>
        </ButtonLink>
      }
    >
      {i18n._(labelOf(obstacles, obstacle))}
    </Notice>
  )
}
