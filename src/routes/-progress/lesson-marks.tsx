import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressItem } from '#contract/learning.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { formatScore } from '#src/i18n/percent.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { NoValue } from '#src/ui/no-value.tsx'
import type { Look } from '#src/ui/tone.ts'

type MarkLook = Look & { words: MessageDescriptor }

const unknown: MarkLook = { tone: 'neutral', icon: 'info', words: msg`неизвестно` }

const attendances: Record<Exclude<ProgressItem['attendance'], 'planned'>, MarkLook> = {
  present: { tone: 'success', icon: 'check', words: msg`На занятии` },
  late: { tone: 'warning', icon: 'info', words: msg`Опоздание` },
  absent: { tone: 'error', icon: 'close', words: msg`Пропуск` },
}

/** What is not marked is still ahead, or the teacher has not come to it yet. */
const ahead: MarkLook = { tone: 'info', icon: 'calendar', words: msg`Впереди` }
const unmarked: MarkLook = { tone: 'neutral', icon: 'info', words: msg`Не отмечено` }

export function AttendanceBadge({ item: { attendance, date }, today }: { item: ProgressItem; today: string }) {
  if (attendance === 'planned') return <MarkBadge look={date >= today ? ahead : unmarked} />
  return <MarkBadge look={known(attendances, attendance, unknown)} />
}

const homeworkStates: Record<'open' | 'submitted' | 'overdue' | 'checked', MarkLook> = {
  open: { tone: 'info', icon: 'schedule-self-study', words: msg`Задана` },
  submitted: { tone: 'neutral', icon: 'refresh', words: msg`На проверке` },
  overdue: { tone: 'error', icon: 'warning', words: msg`Просрочена` },
  checked: { tone: 'success', icon: 'check', words: msg`Проверена` },
}

export function HomeworkMark({ homework }: { homework: ProgressItem['homework'] }) {
  if (homework === null || homework.state === 'none') return <Nothing />
  const { score, max, state } = homework
  return score === null ? <MarkBadge look={known(homeworkStates, state, unknown)} /> : <Score score={score} max={max} />
}

export function TestMark({ test }: { test: ProgressItem['test'] }) {
  if (test === null) return <Nothing />
  if (test.score === null) {
    return (
      <span className="text-ink-muted">
        <Trans>без оценки</Trans>
      </span>
    )
  }
  return <Score score={test.score} max={test.max} />
}

function Nothing() {
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

function MarkBadge({ look: { tone, icon, words } }: { look: MarkLook }) {
  const { i18n } = useLingui()
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(words)}
    </Badge>
  )
}
