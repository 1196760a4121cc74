import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { StudentGradeBooks } from '#contract/grade-book-selection.ts'
import type { NewMark } from '#contract/learning.ts'
import { newMarksQuery } from '#src/api/news.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-shell/account/account-owner-only.tsx'
import { useMarkSeen } from '#src/routes/-shell/flow/use-mark-seen.ts'
import { ErrorMessage } from '#src/routes/-shell/query/error-message.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

const maxNamed = 5

/** Marks since the last visit, each with a link, and a button that marks all as seen. */
export function NewMarks({ shelves }: { shelves: readonly StudentGradeBooks[] }) {
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
          {fresh.slice(0, maxNamed).map((mark) => (
            <li key={mark.uuid}>
              <NewMarkButton mark={mark} name={childName(mark, shelves)} />
            </li>
          ))}
          {fresh.length > maxNamed && (
            <li className="text-sm text-ink-muted">
              <Trans>и ещё {fresh.length - maxNamed}, с точкой в журнале</Trans>
            </li>
          )}
        </ul>
        <MarkAllSeenButton fresh={fresh} />
      </div>
    </Notice>
  )
}

/** Name of the child, if there are several children. */
function childName({ studentUuid }: NewMark, shelves: readonly StudentGradeBooks[]): string | null {
  if (shelves.length < 2) return null
  return shelves.find(({ student }) => student?.uuid === studentUuid)?.student?.firstName ?? null
}

function NewMarkButton({ mark, name }: { mark: NewMark; name: string | null }) {
  const { open } = useScreenSearch('grade-book')
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

function MarkAllSeenButton({ fresh }: { fresh: readonly NewMark[] }) {
  const { tell, isPending, error } = useMarkSeen('grade-book')
  const at = fresh
    .map(({ givenAt }) => givenAt)
    .sort()
    .at(-1)
  return (
    <>
      <AccountOwnerButton
        size="small"
        variant="quiet"
        icon={<Icon name="check" size={16} />}
        busy={isPending}
        onClick={() => at !== undefined && tell(at)}
      >
        <Trans>Просмотрено</Trans>
      </AccountOwnerButton>
      <AccountOwnerOnly />
      {error && (
        <p role="alert" className="mt-xxs text-sm text-ink-error">
          <ErrorMessage error={error} />
        </p>
      )}
    </>
  )
}
