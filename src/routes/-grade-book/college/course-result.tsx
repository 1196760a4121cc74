import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type BookOwner, markDetailsQuery } from '#src/api/grade-book.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { JournalEntry } from '#src/routes/-grade-book/journal.ts'
import { noJournalMessage, stateMessages } from '#src/routes/-grade-book/journal-words.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'

type CourseResultProps = {
  owner: BookOwner
  value: string | null
  /** Journal entry of the credit or examination. */
  decisive: JournalEntry | undefined
  isDebt: boolean
  isBare: boolean
  onOpen: (() => void) | undefined
}

/** Result of a course in a semester: the mark, a «долг» badge if failed, and retakes. */
export function CourseResult({ owner, value, decisive, isDebt, isBare, onOpen }: CourseResultProps) {
  const { i18n } = useLingui()
  const state = decisive?.state
  const written = value ?? (state === 'marked' ? decisive?.mark?.value : undefined)
  return (
    <span className="inline-flex flex-col items-end">
      <span className="inline-flex items-center gap-xs">
        {isDebt && (
          <Badge tone="error" icon={<Icon name="warning" size={16} />}>
            <Trans>долг</Trans>
          </Badge>
        )}
        {written === undefined ? (
          <span className="text-ink-muted">
            {state !== undefined && state !== 'marked' && i18n._(stateMessages[state])}
            {state === undefined && (isBare ? i18n._(noJournalMessage) : <Trans>ещё не сдавался</Trans>)}
          </span>
        ) : onOpen ? (
          <button
            type="button"
            onClick={onOpen}
            className="rounded-xs font-strong underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {written}
          </button>
        ) : (
          <span className="font-strong">{written}</span>
        )}
      </span>
      {decisive?.mark && decisive.earlier.length > 0 && (
        <Retakes owner={owner} markUuid={decisive.mark.uuid} values={[...decisive.earlier, decisive.mark.value]} />
      )}
    </span>
  )
}

/** All attempts in order. The date of the last one comes from the details of the mark and is optional (D-39). */
function Retakes({ owner, markUuid, values }: { owner: BookOwner; markUuid: string; values: readonly string[] }) {
  const dates = useDates()
  const { data } = useQuery({ ...markDetailsQuery(owner, markUuid), meta: { optional: true } })
  const at = data?.history.at(-1)?.at
  return (
    <span className="text-sm font-normal text-ink-muted">
      <Trans>пересдача: {values.join(' → ')}</Trans>
      {at && (
        <>
          , <time dateTime={at}>{dates.day(dates.dayOf(at))}</time>
        </>
      )}
    </span>
  )
}
