import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { HomeworkTaskState } from '#contract/enumerations.ts'
import type { HomeworkTask } from '#contract/learning/homework.ts'
import type { Child } from '#contract/schemas.ts'
import { isLowScore } from '#src/domain/progress.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { labelOf, lookUp, separator } from '#src/i18n/labels.ts'
import { homeworkStateLabels } from '#src/i18n/lesson-labels.ts'
import { formatScore } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { type Appearance, toneSurfaces } from '#src/ui/tone.ts'

const appearances: Record<HomeworkTaskState, Appearance> = {
  open: { tone: 'info', icon: 'schedule-self-study' },
  overdue: { tone: 'error', icon: 'warning' },
  submitted: { tone: 'neutral', icon: 'refresh' },
  checked: { tone: 'success', icon: 'check' },
  ended: { tone: 'neutral', icon: 'calendar' },
}

const low: Appearance = { tone: 'error', icon: 'warning' }

type TaskListProps = {
  title: ReactNode
  tasks: readonly HomeworkTask[]
  /** Their names are shown if there are several. */
  people?: readonly Child[]
  /** The deadline with its day, where the title does not name it. */
  withDay?: boolean
}

const noPeople: readonly Child[] = []

/** Tasks under a heading, one row each. */
export function TaskList({ title, tasks, people = noPeople, withDay = false }: TaskListProps) {
  const id = useId()
  const hasActions = tasks.some(canBeOpened)
  const nameOf = (student: string) =>
    people.length > 1 ? people.find(({ uuid }) => uuid === student)?.firstName : undefined
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-xxs text-base font-medium first-letter:uppercase md:mb-xs md:text-lg">
        {title}
      </h3>
      <Card padding="flush" as="div">
        <ul className="divide-y divide-line-soft">
          {tasks.map((task) => (
            <li key={`${task.uuid} ${task.studentUuid}`}>
              <TaskRow task={task} name={nameOf(task.studentUuid)} withDay={withDay} hasActions={hasActions} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** It can still be done, or its own page shows whether it was handed in. */
function canBeOpened({ canBeDone, state, url }: HomeworkTask): boolean {
  return canBeDone || (state === 'ended' && url !== null)
}

type TaskRowProps = {
  task: HomeworkTask
  name: string | undefined
  withDay: boolean
  /** Some rows of the list have an action, whose column is as wide in all of them. */
  hasActions: boolean
}

/** What is to be done, of whom, and its state; the row leads to its lesson in the schedule. */
function TaskRow({ task: homeworkTask, name, withDay, hasActions }: TaskRowProps) {
  const { uuid, subject, title, task, scheduledOn, state } = homeworkTask
  const isLow = isLowScore(homeworkTask)
  // The result is known, and the title names the day.
  const hasDeadline = state !== 'checked' || withDay
  const { tone, icon } = isLow ? low : lookUp<Appearance>(appearances, state, { tone: 'neutral', icon: 'info' })
  return (
    <Link
      to="/schedule"
      search={{ view: 'week', date: scheduledOn, item: uuid }}
      // On a phone three texts: the action ends the first one, and the others have the whole width.
      className="grid min-h-[56px] grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-sm px-base py-xs hover:bg-grey-2 focus-visible:-outline-offset-2 md:flex md:gap-sm md:px-lg"
    >
      <span
        className={classNames(
          'inline-flex size-[32px] shrink-0 max-md:row-span-3 items-center justify-center rounded-full',
          toneSurfaces[tone],
        )}
      >
        <Icon name={icon} size={16} />
      </span>
      <span className="max-md:contents md:flex md:min-w-0 md:flex-1 md:items-center md:gap-base">
        <span className="max-md:contents md:min-w-0 md:flex-1">
          <span className="font-medium wrap-anywhere max-md:line-clamp-2 md:block">
            <SchoolText>{[name, subject].filter(Boolean).join(': ')}</SchoolText>
          </span>
          <span className="text-sm wrap-anywhere max-md:col-span-2 max-md:line-clamp-2 md:block">
            <SchoolText>{title}</SchoolText>
            {task && (
              <span className="text-ink-muted">
                {separator}
                <SchoolText>{task}</SchoolText>
              </span>
            )}
          </span>
        </span>
        <span className="block shrink-0 text-sm tabular-nums max-md:col-span-2 max-md:truncate md:text-right">
          {withDay && isStillAccepted(homeworkTask) ? (
            <PassedDeadline task={homeworkTask} />
          ) : (
            <>
              <span className={classNames('font-medium md:block', (state === 'overdue' || isLow) && 'text-ink-error')}>
                <TaskState task={homeworkTask} />
              </span>
              {hasDeadline && (
                <span className="text-ink-muted md:block">
                  <span className="md:hidden">{state === 'open' || state === 'ended' ? ' ' : separator}</span>
                  <Deadline task={homeworkTask} withDay={withDay} />
                </span>
              )}
            </>
          )}
        </span>
      </span>
      {hasActions && (
        <span className="shrink-0 text-right text-sm font-medium text-ink-link max-md:col-start-3 max-md:row-start-1 md:w-[64px]">
          {canBeOpened(homeworkTask) && <Trans>Открыть</Trans>}
        </span>
      )}
      <span className="text-ink-muted max-md:hidden">
        <Icon name="arrow-right" />
      </span>
    </Link>
  )
}

function TaskState({ task: { state, score, max } }: { task: HomeworkTask }) {
  const { i18n } = useLingui()
  if (score === null || max === null) return i18n._(labelOf(homeworkStateLabels, state))
  const [got, all] = [formatScore(score, i18n.locale), formatScore(max, i18n.locale)]
  return isLowScore({ score, max }) ? (
    <Trans>
      {got} из {all}, низкий балл
    </Trans>
  ) : (
    <Trans>
      {got} из {all}
    </Trans>
  )
}

type AcceptedTask = HomeworkTask & { acceptedUntil: string }

/** The deadline has passed, and it can still be handed in. */
function isStillAccepted(task: HomeworkTask): task is AcceptedTask {
  return task.state === 'overdue' && task.canBeDone && task.acceptedUntil !== null
}

/** «Срок был 12 нояб., примут до 3 дек.», of a list that is titled as overdue. */
function PassedDeadline({ task: { dueAt, acceptedUntil } }: { task: AcceptedTask }) {
  const dates = useDates()
  const due = dates.dayShort(dates.dayOf(dueAt))
  const until = dates.dayShort(dates.dayOf(acceptedUntil))
  return (
    <Trans>
      <span className="font-medium text-ink-error md:block">Срок был {due},</span>{' '}
      <span className="text-ink-muted md:block">примут до {until}</span>
    </Trans>
  )
}

function Deadline({ task, withDay }: Pick<TaskRowProps, 'task' | 'withDay'>) {
  const { state, dueAt } = task
  const dates = useDates()
  const { today } = useSchoolNow()
  const day = dates.dayOf(dueAt)
  const time = dates.time(dueAt)
  const at = withDay ? dates.dayShort(day) : time
  if (state === 'open') {
    if (withDay && day === today) return <Trans>сегодня до {time}</Trans>
    if (withDay && day === shiftDay(today, 1, 'day')) return <Trans>завтра до {time}</Trans>
    return <Trans>до {at}</Trans>
  }
  // The state is that the deadline has passed.
  if (state === 'ended') return withDay ? at : <Trans>в {time}</Trans>
  if (!isStillAccepted(task)) return <Trans>срок {at}</Trans>
  return (
    <>
      <span className="max-md:hidden">
        <Trans>срок {at}</Trans>
        {separator}
      </span>
      <Trans>примут до {dates.dayShort(dates.dayOf(task.acceptedUntil))}</Trans>
    </>
  )
}
