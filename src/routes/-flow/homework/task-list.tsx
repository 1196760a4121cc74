import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { HomeworkTaskState } from '#contract/enumerations.ts'
import type { HomeworkTask } from '#contract/learning/homework.ts'
import type { Child } from '#contract/schemas.ts'
import { labelOf, lookUp, separator } from '#src/i18n/labels.ts'
import { homeworkStateLabels } from '#src/i18n/lesson-labels.ts'
import { formatScore } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
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
  const nameOf = (student: string) =>
    people.length > 1 ? people.find(({ uuid }) => uuid === student)?.firstName : undefined
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-xs text-lg first-letter:uppercase">
        {title}
      </h3>
      <Card padding="flush" as="div">
        <ul className="divide-y divide-line-soft">
          {tasks.map((task) => (
            <li key={`${task.uuid} ${task.studentUuid}`}>
              <TaskRow task={task} name={nameOf(task.studentUuid)} withDay={withDay} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

type TaskRowProps = { task: HomeworkTask; name: string | undefined; withDay: boolean }

/** What is to be done, of whom, and its state; the row leads to its lesson in the schedule. */
function TaskRow({ task: homeworkTask, name, withDay }: TaskRowProps) {
  const { uuid, subject, title, task, scheduledOn, state, canBeDone } = homeworkTask
  const { tone, icon } = lookUp<Appearance>(appearances, state, { tone: 'neutral', icon: 'info' })
  return (
    <Link
      to="/schedule"
      search={{ view: 'week', date: scheduledOn, item: uuid }}
      className="flex min-h-[56px] items-center gap-sm px-base py-xs hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span
        className={classNames(
          'inline-flex size-[32px] shrink-0 items-center justify-center rounded-full',
          toneSurfaces[tone],
        )}
      >
        <Icon name={icon} size={16} />
      </span>
      <span className="min-w-0 flex-1 md:flex md:items-center md:gap-base">
        <span className="block min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere">
            <SchoolText>{[name, subject].filter(Boolean).join(': ')}</SchoolText>
          </span>
          <span className="block text-sm wrap-anywhere">
            <SchoolText>{title}</SchoolText>
            {task && (
              <span className={classNames('text-ink-muted', canBeDone ? 'max-md:block' : 'max-md:hidden')}>
                <span className="max-md:hidden">{separator}</span>
                <SchoolText>{task}</SchoolText>
              </span>
            )}
          </span>
        </span>
        <span className="flex shrink-0 flex-wrap gap-x-xs text-sm tabular-nums md:flex-col md:items-end">
          <span className={classNames('font-medium', state === 'overdue' && 'text-ink-error')}>
            <TaskState task={homeworkTask} />
          </span>
          <span className="text-ink-muted">
            <Deadline task={homeworkTask} withDay={withDay} />
          </span>
        </span>
      </span>
    </Link>
  )
}

function TaskState({ task: { state, score, max } }: { task: HomeworkTask }) {
  const { i18n } = useLingui()
  if (score === null || max === null) return i18n._(labelOf(homeworkStateLabels, state))
  const [got, all] = [formatScore(score, i18n.locale), formatScore(max, i18n.locale)]
  return (
    <Trans>
      {got} из {all}
    </Trans>
  )
}

function Deadline({
  task: { state, dueAt, acceptedUntil, canBeDone },
  withDay,
}: Pick<TaskRowProps, 'task' | 'withDay'>) {
  const dates = useDates()
  const at = withDay ? dates.dayShort(dates.dayOf(dueAt)) : dates.time(dueAt)
  if (state === 'open') return <Trans>до {at}</Trans>
  return (
    <>
      <Trans>срок {at}</Trans>
      {state === 'overdue' && canBeDone && acceptedUntil !== null && (
        <>
          {separator}
          <Trans>примут до {dates.dayShort(dates.dayOf(acceptedUntil))}</Trans>
        </>
      )}
    </>
  )
}
