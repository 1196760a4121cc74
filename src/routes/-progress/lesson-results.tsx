import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressItem } from '#contract/learning/progress.ts'
import { isLowScore } from '#src/domain/progress.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { homeworkStateLabels } from '#src/i18n/lesson-labels.ts'
import { formatScore } from '#src/i18n/numbers.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Appearance } from '#src/ui/tone.ts'

type BadgeAppearance = Appearance & { text: MessageDescriptor }

const unknown: BadgeAppearance = { tone: 'neutral', icon: 'info', text: msg`неизвестно` }

const exceptions: Record<Exclude<ProgressItem['attendance'], 'planned' | 'present'>, BadgeAppearance> = {
  late: { tone: 'neutral', icon: 'info', text: msg`Опоздание` },
  absent: { tone: 'neutral', icon: 'close', text: msg`Пропуск` },
}

/** A lesson that is over and that the teacher has not marked yet. */
const unmarked: BadgeAppearance = { tone: 'neutral', icon: 'info', text: msg`Не отмечено` }

/** What is usual is text without a badge. */
export function Attendance({ item: { attendance, date } }: { item: ProgressItem }) {
  const { today } = useSchoolNow()
  const isAhead = attendance === 'planned' && date >= today
  if (attendance === 'present' || isAhead)
    return <span className="text-sm text-ink-muted">{isAhead ? <Trans>Впереди</Trans> : <Trans>Посещено</Trans>}</span>
  return <LessonBadge appearance={attendance === 'planned' ? unmarked : lookUp(exceptions, attendance, unknown)} />
}

const homeworkStates: Record<'open' | 'submitted' | 'overdue' | 'checked', BadgeAppearance> = {
  open: { tone: 'info', icon: 'schedule-self-study', text: homeworkStateLabels.open },
  submitted: { tone: 'neutral', icon: 'refresh', text: homeworkStateLabels.submitted },
  overdue: { tone: 'error', icon: 'warning', text: homeworkStateLabels.overdue },
  checked: { tone: 'success', icon: 'check', text: homeworkStateLabels.checked },
}

/** The score, or how far the homework is. */
export function HomeworkResult({
  homework: { score, max, state },
}: {
  homework: NonNullable<ProgressItem['homework']>
}) {
  if (state === 'none') return null
  return score === null ? (
    <LessonBadge appearance={lookUp(homeworkStates, state, unknown)} />
  ) : (
    <Score score={score} max={max} />
  )
}

/** The score of a test that was written. */
export function TestResult({ test }: { test: NonNullable<ProgressItem['test']> }) {
  if (test.score === null) {
    return (
      <span className="text-ink-muted">
        <Trans>без оценки</Trans>
      </span>
    )
  }
  return <Score score={test.score} max={test.max} />
}

function Score({ score, max }: { score: number; max: number }) {
  const { i18n } = useLingui()
  const [got, all] = [formatScore(score, i18n.locale), formatScore(max, i18n.locale)]
  return isLowScore({ score, max }) ? (
    <Badge tone="error" icon={<Icon name="warning" size={16} />}>
      <span className="tabular-nums">
        <Trans>
          {got} из {all}, низкий балл
        </Trans>
      </span>
    </Badge>
  ) : (
    <span className="tabular-nums">
      <Trans>
        <span className="font-medium">{got}</span> из {all}
      </Trans>
    </span>
  )
}

function LessonBadge({ appearance: { tone, icon, text } }: { appearance: BadgeAppearance }) {
  const { i18n } = useLingui()
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(text)}
    </Badge>
  )
}
