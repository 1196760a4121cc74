import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CourseStudent } from '#contract/catalog.ts'
import type { CourseGroup } from '#src/routes/-frame/course-group-facts.tsx'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { useSession } from '#src/routes/-frame/use-session.ts'
import { Button } from '#src/ui/button.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { type Place, standingIn, useViewer } from './buyer.ts'
import { QueuePlace } from './queue-place.tsx'

const JoinQueueDialog = latePart('join-course-queue-dialog', () =>
  import('./join-queue-dialog.tsx').then((module) => module.JoinQueueDialog),
)

type ChoiceProps = {
  group: CourseGroup
  place: Place
  /** In a line of the comparison. */
  isBrief?: boolean
}

/** What one can do about a group: enrol, sign in and enrol, wait for a place, or nothing. */
export function Choice({ group, place, isBrief = false }: ChoiceProps) {
  const viewer = useViewer()
  const isFull = group.placesLeft === 0
  if (viewer === 'onlooker') return null
  if (viewer === 'visitor') return isFull ? <SignIn group={group} /> : <Enrol group={group} place={place} isVisitor />
  // Somebody in another role is offered to switch on the way.
  if (viewer === 'switcher') return isFull ? null : <Enrol group={group} place={place} />
  // The purchase itself asks for whom it is.
  if (place.students === undefined) return isFull ? null : <Enrol group={group} place={place} />
  if (place.student === undefined) return null
  const standing = standingIn(group.groupUuid, place.student)
  const obstacle = place.student.obstacle ?? standing?.obstacle ?? null
  if (standing?.queue?.heldUntil)
    return (
      <QueuePlace queue={standing.queue} title={group.title} onGone={place.onGone} isBrief={isBrief}>
        <Enrol group={group} place={place} />
      </QueuePlace>
    )
  if (standing?.queue)
    return <QueuePlace queue={standing.queue} title={group.title} onGone={place.onGone} isBrief={isBrief} />
  if (obstacle !== null && obstacle !== 'full') return null
  if (isFull || obstacle === 'full') return <Join group={group} student={place.student} onGone={place.onGone} />
  return <Enrol group={group} place={place} />
}

function Enrol({ group, place, isVisitor = false }: ChoiceProps & { isVisitor?: boolean }) {
  const { t } = useLingui()
  const { groupUuid, title } = group
  const child = place.student?.studentUuid
  return (
    <Link
      to="/catalog/$id/purchase"
      params={{ id: place.course }}
      search={{ group: groupUuid, ...(child !== undefined && { child }) }}
      preload={false}
      aria-label={isVisitor ? t`Войти и записаться в группу ${title}` : t`Записаться в группу ${title}`}
      className={buttonClasses({ wide: true })}
    >
      {isVisitor ? <Trans>Войти и записаться</Trans> : <Trans>Записаться</Trans>}
    </Link>
  )
}

function SignIn({ group: { title } }: { group: CourseGroup }) {
  const { t } = useLingui()
  const session = useSession()
  return (
    <Button
      wide
      aria-label={t`Войти и встать в очередь в группу ${title}`}
      onClick={() => session.send({ type: 'signIn.request' })}
    >
      <Trans>Войти и встать в очередь</Trans>
    </Button>
  )
}

type JoinProps = { group: CourseGroup; student: CourseStudent; onGone: () => void }

function Join({ group, student, onGone }: JoinProps) {
  const { t } = useLingui()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <OwnButton
        wide
        opens={JoinQueueDialog}
        aria-label={t`Встать в очередь в группу ${group.title}`}
        onClick={() => ask(true)}
      >
        <Trans>Встать в очередь</Trans>
      </OwnButton>
      {isAsking && <JoinQueueDialog group={group} student={student} onGone={onGone} onClose={() => ask(false)} />}
    </>
  )
}
