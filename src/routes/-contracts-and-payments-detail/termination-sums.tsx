import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TerminationPreview } from '#contract/billing/termination.ts'
import type { TerminationObstacle } from '#contract/enumerations.ts'
import { type Labels, labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { ReturnAccount } from '#src/machines/contract-termination.ts'
import { LastDayField } from '#src/routes/-flow/payments/last-day-field.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { ReturnedParts } from '#src/routes/-query/labels/termination-state.tsx'
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

/** What is returned, by the last day and the destination. */
export function TerminationSums({ preview, isRefreshed, moveTo, onDay, onTarget }: TerminationSumsProps) {
  const { t } = useLingui()
  const { toReturn, targets } = preview
  return (
    <div className="flex flex-col gap-base">
      <LastDayField preview={preview} onDay={onDay} />
      {(toReturn > 0 || moveTo !== null) && targets.length > 0 && (
        <RadioGroup
          legend={t`Что сделать с остатком`}
          options={[
            { value: returned, label: t`Вернуть` },
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
      <div aria-live="polite" aria-busy={!isRefreshed} className={isRefreshed ? undefined : 'opacity-60'}>
        <Sums preview={preview} moveTo={moveTo} />
      </div>
      <p className="text-sm text-ink-muted">
        <Trans>
          Считаем по занятиям в расписании, в том числе пропущенным; отменённые не считаются. Цена занятий округлена
          вниз до рубля. Расходов школа не удерживает.
        </Trans>
      </p>
    </div>
  )
}

const returned = 'returned'
type Target = TerminationPreview['targets'][number]

function TargetName({ target: { number, course } }: { target: Target }) {
  return (
    <Trans>
      Перенести на договор <span className="whitespace-nowrap">№&nbsp;{number}</span>, {course}
    </Trans>
  )
}

function TargetLeft({ target }: { target: Target }) {
  const { i18n } = useLingui()
  const left = formatMoney(target.left, i18n.locale)
  return <Trans>По нему осталось заплатить {left}</Trans>
}

function Sums({ preview, moveTo }: { preview: TerminationPreview; moveTo: string | null }) {
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
      <ReturnedParts termination={{ ...preview, movedTo: numberOf(preview, moveTo) }} />
    </div>
  )
}

function numberOf({ targets }: TerminationPreview, moveTo: string | null): string | null {
  return targets.find(({ contractUuid }) => contractUuid === moveTo)?.number ?? null
}

type AgreedSumsProps = { preview: TerminationPreview; moveTo: string | null; account: ReturnAccount | null }

/** What the person confirms. */
export function AgreedSums({ preview, moveTo, account }: AgreedSumsProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { due, bank, moved } = preview
  const returned = preview.online + bank
  const day = dates.dayWithYear(preview.lastDay)
  const [back, other, debt] = [returned, moved, due].map((sum) => formatMoney(sum, i18n.locale))
  const ending = account?.account.slice(-4)
  return (
    <div className="flex flex-col gap-sm">
      <p>
        <Trans>Занятия идут по {day} включительно, потом место в группе освободится.</Trans>
      </p>
      {returned + moved > 0 && (
        <p className="font-medium">
          {moved === 0 ? (
            <Trans>Вернём {back}</Trans>
          ) : returned === 0 ? (
            <Trans>Перенесём {other}</Trans>
          ) : (
            <Trans>
              Вернём {back}, перенесём {other}
            </Trans>
          )}
        </p>
      )}
      {due > 0 && (
        <p className="font-medium">
          <Trans>За занятия останется заплатить {debt} — в течение пяти дней после последнего.</Trans>
        </p>
      )}
      <ReturnedParts termination={{ ...preview, movedTo: numberOf(preview, moveTo) }} />
      {bank > 0 && account && (
        <p className="text-sm text-ink-muted">
          <Trans>Счёт ··{ending}</Trans>
        </p>
      )}
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
