import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressItem } from '#contract/learning.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { formatScore } from '#src/i18n/numbers.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { NoValue } from '#src/ui/data/no-value.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Appearance } from '#src/ui/tone.ts'

type BadgeLook = Appearance & { words: MessageDescriptor }

const unknown: BadgeLook = { tone: 'neutral', icon: 'info', words: msg`неизвестно` }

const attendances: Record<Exclude<ProgressItem['attendance'], 'planned'>, BadgeLook> = {
  present: { tone: 'success', icon: 'check', words: msg`На занятии` },
  late: { tone: 'warning', icon: 'info', words: msg`Опоздание` },
  absent: { tone: 'error', icon: 'close', words: msg`Пропуск` },
}

/** An unmarked lesson is in the future, or the teacher has not marked it yet. */
const upcoming: BadgeLook = { tone: 'info', icon: 'calendar', words: msg`Впереди` }
const unmarked: BadgeLook = { tone: 'neutral', icon: 'info', words: msg`Не отмечено` }

export function AttendanceBadge({ item: { attendance, date }, today }: { item: ProgressItem; today: string }) {
  if (attendance === 'planned') return <LookBadge look={date >= today ? upcoming : unmarked} />
  return <LookBadge look={lookUp(attendances, attendance, unknown)} />
}

const homeworkStates: Record<'open' | 'submitted' | 'overdue' | 'checked', BadgeLook> = {
  open: { tone: 'info', icon: 'schedule-self-study', words: msg`Задана` },
  submitted: { tone: 'neutral', icon: 'refresh', words: msg`На проверке` },
  overdue: { tone: 'error', icon: 'warning', words: msg`Просрочена` },
  checked: { tone: 'success', icon: 'check', words: msg`Проверена` },
}

export function HomeworkResult({ homework }: { homework: ProgressItem['homework'] }) {
  if (homework === null || homework.state === 'none') return <NoResult />
  const { score, max, state } = homework
  return score === null ? (
    <LookBadge look={lookUp(homeworkStates, state, unknown)} />
  ) : (
    <Score score={score} max={max} />
  )
}

export function TestResult({ test }: { test: ProgressItem['test'] }) {
  if (test === null) return <NoResult />
  if (test.score === null) {
    return (
      <span className="text-ink-muted">
        <Trans>без оценки</Trans>
      </span>
    )
  }
  return <Score score={test.score} max={test.max} />
}

function NoResult() {
  return (
    <NoValue>
      <Trans>нет</Trans>
    </NoValue>
  )
}

function Score({ score, max }: { score: number; max: number }) {
  const { i18n } = useLingui()
  const [got, all] = [formatScore(score, i18n.locale), formatScore(max, i18n.locale)]
  return (
    <span className="tabular-nums">
      <Trans>
        <span className="font-medium">{got}</span> из {all}
      </Trans>
    </span>
  )
}

function LookBadge({ look: { tone, icon, words } }: { look: BadgeLook }) {
  const { i18n } = useLingui()
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(words)}
    </Badge>
  )
}
