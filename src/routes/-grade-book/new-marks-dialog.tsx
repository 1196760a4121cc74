import { Trans, useLingui } from '@lingui/react/macro'
import type { NewMark } from '#contract/learning/unseen.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AnchoredDialog } from '#src/routes/-flow/anchored-dialog.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { MarkValue } from '#src/routes/-query/labels/mark-value.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useMarkSeen } from '#src/routes/-query/use-mark-seen.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Icon } from '#src/ui/icon.tsx'

type NewMarksDialogProps = {
  /** At least one mark. */
  fresh: readonly NewMark[]
  isOnlyChild: boolean
  onClose: () => void
}

/** New marks of one child, each with a link, and a button that marks them as seen. */
export function NewMarksDialog({ fresh, isOnlyChild, onClose }: NewMarksDialogProps) {
  const { t } = useLingui()
  return (
    <AnchoredDialog
      anchor="[data-new-marks]"
      side="below"
      title={t`Новые оценки`}
      onClose={onClose}
      footer={<MarkAllSeenButton fresh={fresh} isOnlyChild={isOnlyChild} />}
    >
      <ul className="-mx-xs">
        {fresh.map((mark) => (
          <li key={mark.uuid}>
            <NewMarkButton mark={mark} isOnlyChild={isOnlyChild} onClose={onClose} />
          </li>
        ))}
      </ul>
    </AnchoredDialog>
  )
}

type NewMarkButtonProps = { mark: NewMark; isOnlyChild: boolean; onClose: () => void }

function NewMarkButton({ mark, isOnlyChild, onClose }: NewMarkButtonProps) {
  const { open } = useScreenSearch('grade-book')
  const dates = useDates()
  const { uuid, studentUuid, bookUuid, termUuid, course, date, topic, value, max } = mark
  const child = isOnlyChild ? undefined : studentUuid
  return (
    <button
      type="button"
      onClick={() => {
        onClose()
        open({ child, book: bookUuid, term: termUuid, mark: uuid, course: undefined, view: 'marks' })
      }}
      className="flex min-h-[44px] w-full items-center gap-sm rounded px-xs py-xxs text-left hover:bg-surface-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          <SchoolText>{course}</SchoolText>
        </span>
        <span className="block truncate text-sm text-ink-muted">
          {dates.day(date)}: <SchoolText>{topic}</SchoolText>
        </span>
      </span>
      <span className="shrink-0 font-strong tabular-nums">
        <MarkValue value={value} max={max} />
      </span>
    </button>
  )
}

type MarkAllSeenButtonProps = { fresh: readonly NewMark[]; isOnlyChild: boolean }

/** Of several children only the marks of the open one are seen. */
function MarkAllSeenButton({ fresh, isOnlyChild }: MarkAllSeenButtonProps) {
  const { markSeen, isPending, error } = useMarkSeen('grade-book')
  const at = fresh
    .map(({ givenAt }) => givenAt)
    .sort()
    .at(-1)
  const items = isOnlyChild ? undefined : fresh.map(({ uuid }) => uuid)
  return (
    <>
      <AccountOwnerButton
        icon={<Icon name="check" size={16} />}
        busy={isPending}
        onClick={() => at !== undefined && markSeen(at, items)}
      >
        <Trans>Просмотрено</Trans>
      </AccountOwnerButton>
      <AccountOwnerOnly />
      <CallError error={error} />
    </>
  )
}
