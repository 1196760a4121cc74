import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { TransferPreview } from '#contract/schedule.ts'
import { childrenQuery } from '#src/api/profile.ts'
import type { ScheduleGroup } from '#src/api/schedule.ts'
import { type ResolvedConflict, resolveConflicts } from '#src/domain/transfer-preview.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'

/** Schedule conflicts of the new group in the first week and the next four. */
export function Conflicts({ preview, family }: { preview: TransferPreview; family: ScheduleGroup }) {
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: family === 'parent' })
  const conflicts = resolveConflicts(preview)
  const count = conflicts.length
  const nameOf = (student: string) => children.find(({ uuid }) => uuid === student)?.firstName ?? ''
  if (count === 0) {
    return (
      <Notice
        tone="success"
        title={<Trans>Новая группа ничему не мешает: ни в первую неделю, ни в четыре следующие</Trans>}
      />
    )
  }
  return (
    <Notice
      tone="warning"
      title={
        <Plural
          value={count}
          one="Обратите внимание: # совпадение"
          few="Обратите внимание: # совпадения"
          many="Обратите внимание: # совпадений"
          other="Обратите внимание: # совпадения"
        />
      }
    >
      <ul className="mt-xs flex list-disc flex-col gap-xxs pl-md">
        {conflicts.map((conflict) => (
          <li
            className="first-letter:uppercase"
            key={`${conflict.kind} ${conflict.itemUuid} ${conflict.otherUuid} ${conflict.other.studentUuid}`}
          >
            <ConflictText conflict={conflict} nameOf={nameOf} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type ConflictTextProps = { conflict: ResolvedConflict; nameOf: (student: string) => string }

function ConflictText({ conflict: { kind, item, other, minutesBetween }, nameOf }: ConflictTextProps) {
  const dates = useDates()
  const day = dates.weekday(dates.dayOf(item.startsAt))
  const [starts, otherStarts] = [dates.time(item.startsAt), dates.time(other.startsAt)]
  const title = other.subject ?? other.title
  const [place, otherPlace] = [item.territory?.title ?? item.place, other.territory?.title ?? other.place]
  const [child, otherChild] = [nameOf(item.studentUuid), nameOf(other.studentUuid)]
  switch (kind) {
    case 'overlap':
      return (
        <Trans>
          {day}: новая группа в {starts}, а в {otherStarts} уже есть «{title}»
        </Trans>
      )
    case 'too-far':
      return (
        <Trans>
          {day}: между новой группой ({starts}, {place}) и «{title}» ({otherStarts}, {otherPlace}) всего{' '}
          <Plural value={minutesBetween} one="# минута" few="# минуты" many="# минут" other="# минуты" /> на дорогу
        </Trans>
      )
    case 'children-apart':
      return (
        <Trans>
          {day}: дети в одно время в разных концах города. {child}: {place}, {starts}; {otherChild}: {otherPlace},{' '}
          {otherStarts}
        </Trans>
      )
  }
}
