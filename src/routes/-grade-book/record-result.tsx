import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type BookOwner, markDetailsQuery } from '#src/api/grade-book.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { noJournalWords, stateWords } from './entry-words.ts'
import type { JournalEntry } from './journal.ts'

type RecordResultProps = {
  owner: BookOwner
  value: string | null
  /** The day of its credit or examination, once it is known. */
  decisive: JournalEntry | undefined
  isDebt: boolean
  /** The course has no journal. */
  isBare: boolean
  onOpen: (() => void) | undefined
}

/** What a course came to in a semester: the mark, «долг» where it is owed, and what was retaken. */
export function RecordResult({ owner, value, decisive, isDebt, isBare, onOpen }: RecordResultProps) {
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
            {state !== undefined && state !== 'marked' && i18n._(stateWords[state])}
            {state === undefined && (isBare ? i18n._(noJournalWords) : <Trans>ещё не сдавался</Trans>)}
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
        <Retaken owner={owner} markUuid={decisive.mark.uuid} values={[...decisive.earlier, decisive.mark.value]} />
      )}
    </span>
  )
}

/** The tries in their order; the day of the last only the mark’s details know, and nobody waits for it (D-39). */
function Retaken({ owner, markUuid, values }: { owner: BookOwner; markUuid: string; values: readonly string[] }) {
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
