import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { NewMark } from '#contract/learning.ts'
import type { Shelf } from '#contract/opened-book.ts'
import { newMarksQuery } from '#src/api/news.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { OnlyThemselves, OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSeen } from '#src/routes/-frame/use-seen.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Notice } from '#src/ui/notice.tsx'

/** How many of the new marks are named. */
const named = 5

/** What came since the person last looked, with the way to each; having seen it all is said by a button. */
export function NewMarks({ shelves }: { shelves: readonly Shelf[] }) {
  const { data } = useQuery({ ...newMarksQuery(), meta: { optional: true } })
  const fresh = (data ?? []).filter(({ isNew }) => isNew)
  if (fresh.length === 0) return null
  return (
    <Notice
      title={
        <Plural
          value={fresh.length}
          one="# новая оценка"
          few="# новые оценки"
          many="# новых оценок"
          other="# новой оценки"
        />
      }
    >
      <div className="mt-xs flex flex-wrap items-center justify-between gap-sm">
        <ul className="flex min-w-0 flex-wrap items-center gap-xs">
          {fresh.slice(0, named).map((mark) => (
            <li key={mark.uuid}>
              <WayTo mark={mark} name={nameOf(mark, shelves)} />
            </li>
          ))}
          {fresh.length > named && (
            <li className="text-sm text-ink-muted">
              <Trans>и ещё {fresh.length - named}, с точкой в журнале</Trans>
            </li>
          )}
        </ul>
        <Seen fresh={fresh} />
      </div>
    </Notice>
  )
}

/** Whose mark it is, where there are several children. */
function nameOf({ studentUuid }: NewMark, shelves: readonly Shelf[]): string | null {
  if (shelves.length < 2) return null
  return shelves.find(({ student }) => student?.uuid === studentUuid)?.student?.firstName ?? null
}

function WayTo({ mark, name }: { mark: NewMark; name: string | null }) {
  const { open } = useAddress('grade-book')
  const { uuid, studentUuid, bookUuid, termUuid, course, topic, value } = mark
  const child = name === null ? undefined : studentUuid
  return (
    <Button
      size="small"
      title={topic}
      onClick={() => open({ child, book: bookUuid, term: termUuid, mark: uuid, course: undefined, view: 'marks' })}
    >
      <span className="font-normal">
        {name && `${name}: `}
        {course}
      </span>{' '}
      <span className="font-strong">{value}</span>
    </Button>
  )
}

function Seen({ fresh }: { fresh: readonly NewMark[] }) {
  const { tell, isPending, error } = useSeen('grade-book')
  const at = fresh
    .map(({ givenAt }) => givenAt)
    .sort()
    .at(-1)
  return (
    <>
      <OwnButton
        size="small"
        variant="quiet"
        icon={<Icon name="check" size={16} />}
        busy={isPending}
        onClick={() => at !== undefined && tell(at)}
      >
        <Trans>Просмотрено</Trans>
      </OwnButton>
      <OnlyThemselves />
      {error && (
        <p role="alert" className="mt-xxs text-sm text-ink-error">
          <FailureWords error={error} />
        </p>
      )}
    </>
  )
}
