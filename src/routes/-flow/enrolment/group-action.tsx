import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { CourseStudent, CourseWaitingList } from '#contract/enrolment/catalog.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { LeaveWaitingListButton, WaitingListExplanation } from '#src/routes/-flow/steps/waiting-list.tsx'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import type { CourseGroup } from '#src/routes/-query/labels/course-group-facts.tsx'
import { useDeadlineText } from '#src/routes/-query/labels/use-deadline-text.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useSignIn } from '#src/routes/-query/use-session.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { type EnrolmentContext, eligibilityFor, groupActionKind, useVisitorKind } from './enrolment-context.ts'

const JoinWaitingListDialog = lazyComponent(
  'join-course-waiting-list-dialog',
  () => import('./join-waiting-list-dialog.tsx'),
  'JoinWaitingListDialog',
)

type GroupActionProps = {
  group: CourseGroup
  enrolment: EnrolmentContext
  /** Compact form for a row of the comparison. */
  isCompact?: boolean
  /** Its button is the main one of the page. */
  isPrimary?: boolean
}

/** The action available for a group: enrol, sign in and enrol, join the waiting list, or none. */
export function GroupAction({ group, enrolment, isCompact = false, isPrimary = false }: GroupActionProps) {
  const kind = groupActionKind(group, enrolment, useVisitorKind())
  const { student, students = [], onButtonRemoved } = enrolment
  const waitingList = eligibilityFor(group.groupUuid, student)?.waitingList
  if (kind === 'signIn') return <SignInButton group={group} />
  if (kind === 'signInAndEnrol')
    return <EnrolLink group={group} enrolment={enrolment} isPrimary={isPrimary} isVisitor />
  if (kind === 'enrol') return <EnrolLink group={group} enrolment={enrolment} isPrimary={isPrimary} />
  if (kind === 'join' && student)
    return (
      <JoinWaitingListButton group={group} student={student} students={students} onButtonRemoved={onButtonRemoved} />
    )
  if (kind !== 'waiting' || !waitingList) return null
  return (
    <CourseWaitingPlace
      waitingList={waitingList}
      title={group.title}
      onButtonRemoved={onButtonRemoved}
      isCompact={isCompact}
    >
      {waitingList.heldUntil && <EnrolLink group={group} enrolment={enrolment} isPrimary />}
    </CourseWaitingPlace>
  )
}

type EnrolLinkProps = Pick<GroupActionProps, 'group' | 'enrolment' | 'isPrimary'> & { isVisitor?: boolean }

function EnrolLink({ group, enrolment, isPrimary = false, isVisitor = false }: EnrolLinkProps) {
  const { t } = useLingui()
  const { groupUuid, title } = group
  const child = enrolment.student?.studentUuid
  return (
    <ButtonLink
      to="/catalog/$id/purchase"
      params={{ id: enrolment.course }}
      search={{ group: groupUuid, ...(child !== undefined && { child }) }}
      preload={false}
      variant={isPrimary ? 'primary' : 'secondary'}
      aria-label={isVisitor ? t`Войти и записаться в группу ${title}` : t`Записаться в группу ${title}`}
      wide
    >
      {isVisitor ? <Trans>Войти и записаться</Trans> : <Trans>Записаться</Trans>}
    </ButtonLink>
  )
}

function SignInButton({ group: { title } }: { group: CourseGroup }) {
  const { t } = useLingui()
  return (
    <Button {...useSignIn()} wide aria-label={t`Войти и встать в очередь в группу ${title}`}>
      <Trans>Войти и встать в очередь</Trans>
    </Button>
  )
}

type JoinWaitingListButtonProps = {
  group: CourseGroup
  student: CourseStudent
  students: readonly CourseStudent[]
  onButtonRemoved: () => void
}

function JoinWaitingListButton({ group, student, students, onButtonRemoved }: JoinWaitingListButtonProps) {
  const { t } = useLingui()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <AccountOwnerButton
        wide
        opens={JoinWaitingListDialog}
        aria-label={t`Встать в очередь в группу ${group.title}`}
        onClick={() => ask(true)}
      >
        <Trans>Встать в очередь</Trans>
      </AccountOwnerButton>
      {isAsking && (
        <JoinWaitingListDialog
          group={group}
          student={student}
          students={students}
          onButtonRemoved={onButtonRemoved}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

type CourseWaitingPlaceProps = {
  waitingList: CourseWaitingList
  /** Title of the group as its card shows it. */
  title: string
  onButtonRemoved: () => void
  /** Compact form for a row of the comparison: without the explanation. */
  isCompact?: boolean
  /** Action that takes a held enrolment. */
  children?: ReactNode
}

/** The student's position in a waiting list, or the place that is held for the student. */
function CourseWaitingPlace({
  waitingList,
  title,
  onButtonRemoved,
  isCompact = false,
  children,
}: CourseWaitingPlaceProps) {
  const { t } = useLingui()
  const deadline = useDeadlineText()
  const { position, length, heldUntil } = waitingList
  const until = heldUntil && deadline(heldUntil)
  const state =
    until === null ? (
      <Trans>
        Вы в очереди: {position} из {length}
      </Trans>
    ) : (
      <Trans>Место за вами до {until}</Trans>
    )
  return (
    <>
      {isCompact ? (
        <p className="font-medium">{state}</p>
      ) : (
        <Notice tone={until === null ? 'info' : 'success'} title={state}>
          {until === null && <WaitingListExplanation />}
        </Notice>
      )}
      {children}
      <LeaveWaitingListButton
        of="course"
        entry={waitingList}
        wide
        variant="quiet"
        aria-label={until === null ? t`Выйти из очереди в группу ${title}` : t`Отказаться от места в группе ${title}`}
        onButtonRemoved={onButtonRemoved}
      >
        {until === null ? <Trans>Выйти из очереди</Trans> : <Trans>Отказаться от места</Trans>}
      </LeaveWaitingListButton>
    </>
  )
}
