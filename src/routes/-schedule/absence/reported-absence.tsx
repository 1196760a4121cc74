import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import type { Absence } from '#contract/people/absences.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { absenceReasonLabels } from '#src/i18n/lesson-labels.ts'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { passFocusUp } from '#src/ui/removed-focus.ts'

/** An absence in the details of a lesson. It can be withdrawn until the lesson begins. */
export function ReportedAbsence({ absence, tags }: { absence: Absence; tags: ChildTags }) {
  const { i18n } = useLingui()
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const withdraw = usePressMutation({
    ...callMutation('DELETE /v1/schedule/absence/{id}', { handlesError: true }),
    onSuccess: () => notifications.send({ type: 'notification.show', kind: 'absenceWithdrawn', tone: 'success' }),
  })
  const { uuid, studentUuid, reason, comment, lessonUuid, startsOn, endsOn, canWithdraw } = absence
  const parts = [
    tags.get(studentUuid)?.name,
    i18n._(labelOf(absenceReasonLabels, reason)),
    lessonUuid === null && dayRangeText(startsOn, endsOn, i18n.locale),
  ]
  return (
    <div ref={passFocusUp} className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
      <span className="min-w-0">
        {parts.filter(Boolean).join(separator)}
        {comment && <span className="block text-sm break-words text-ink-muted">{comment}</span>}
      </span>
      {canWithdraw && (
        <AccountOwnerButton
          size="small"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ params: { id: uuid } })}
        >
          {lessonUuid === null && startsOn !== endsOn ? <Trans>Отозвать на эти дни</Trans> : <Trans>Отозвать</Trans>}
        </AccountOwnerButton>
      )}
      <CallError error={withdraw.error} />
    </div>
  )
}
